/*
 * The service behind the requests: transactions, idempotency keys, the change feed, imports,
 * complete ranges, a standby and a follower. Two clients send batches in any order,
 * and repeat them.
 *
 * `scripts/model` searches all states. A set of samples is a number with one bit for each sample.
 *
 * SEEDED ERRORS: RECEIPT_BEFORE_COMMIT KEY_NOT_COMPARED FEED_SKIPS_OPEN_TRANSACTION
 * RANGE_FORGOTTEN TOMBSTONE_DROPPED TOMBSTONE_NOT_LISTED FORMER_PRIMARY_USED STANDBY_NOT_AWAITED
 *
 * FAULT OF THE CODE: READS_UNCONFIRMED
 */

#ifndef FAULTS
#define FAULTS 2 /* crashes of the service and of the primary, and promotions */
#endif
#ifndef SAMPLES
#define SAMPLES 3
#endif
#define RECORD SAMPLES /* the imported record, in lists after the samples */
#define RECORDED 1 /* the sample that equals the imported record */
#define ENTRIES (SAMPLES + 1)

#define IN(set, sample) (((set) >> (sample)) & 1)
#define WITHOUT(set, other) ((set) & ~(other))

/* The tables of a server of PostgreSQL. */
#define ABSENT 0
#define COUNTS 1
#define GONE 2
typedef Store {
    byte stored; /* health.sample */
    byte deleted; /* health.deleted_sample */
    byte record; /* the imported record: ABSENT, COUNTS or GONE */
    bit isRecognised; /* the sample that equals the record has arrived */
    bit isStated; /* a complete range without the record, newer than the export */
    byte position[ENTRIES]; /* in the change feed. 0: the follower has read it */
    byte end; /* health.change_counter.last_position */
    byte body[2] /* health.idempotency_key of the last batch of each client. 0: none */
}
#define primary store[0]
#define standby store[1]
#ifdef FORMER_PRIMARY_USED
Store store[3];
#define former store[2]
#else
Store store[2];
#endif
bit isAhead; /* a restart of the primary has shown a commit that the standby lacks */
bit isPromoted;

/* A client has a batch that it repeats with one key until it has a receipt. */
typedef Batch {
    byte added;
    byte deleted;
    bit isRange /* a complete range that has the time of the record, but not the record */
}
Batch batch[2];
bit isSent[2]; /* a receipt is outstanding */

/* The transactions of the requests. */
#define OPEN 1
#define COMMITTED 2 /* on the primary. No reader sees it until the standby confirms it */
byte stage[2];
byte start[2]; /* the end of the feed when the transaction took its positions */
bit isLocked; /* the person's row of health.change_counter */

/* A follower of the feed. */
byte replica;
byte anchor;

/* What receipts have acknowledged and the standby lacks. */
byte acknowledged;
byte acknowledgedDeleted;
byte faults;

/* Used inside of d_step, and 0 between steps. */
byte s, position, found;

/* ------------------------------------------------------------------------------- Properties */

#define isVisible (stage[0] != COMMITTED && stage[1] != COMMITTED)
#define counting (primary.stored | ((primary.record == COUNTS) << RECORD))

/* A step of the monitor is possible only where a property is violated, so it adds no states. */
active proctype Monitor() {
end: do
    /* Nothing acknowledged is lost. */
    :: atomic { isVisible && WITHOUT(acknowledged, primary.stored | primary.deleted) != 0 -> assert(false) }
    :: atomic { isVisible && WITHOUT(acknowledgedDeleted, primary.deleted) != 0 -> assert(false) }
    /* Nothing counts twice: the record and its sample. */
    :: atomic { isVisible && primary.record == COUNTS && IN(primary.stored, RECORDED) -> assert(false) }
    /* A deletion wins, also over the record of a deleted sample. */
    :: atomic { isVisible && (primary.stored & primary.deleted) != 0 -> assert(false) }
    /* A follower's replay equals the store. */
    :: atomic { isVisible && anchor == primary.end && !isAhead && replica != counting -> assert(false) }
    /* The order does not matter: the record counts only if neither its sample nor a newer complete
       range has arrived, before or after it. */
    :: atomic { isVisible && primary.record == COUNTS && (primary.isRecognised || primary.isStated) -> assert(false) }
    od
}

/* ----------------------------------------------------------------------------------- The feed */

#define mayFollow (isVisible && (READS_AHEAD || !isAhead))
#ifdef READS_UNCONFIRMED
#define READS_AHEAD true
#else
#define READS_AHEAD false
#endif

/* Only the order of positions counts, so the end of the standby's feed is always LEVEL. Changes that
   the follower has not read are read together, so they share a position. */
#define LEVEL 2
inline level(at) {
    at = (at <= anchor -> 0 : (at <= standby.end -> LEVEL : at + LEVEL - standby.end))
}

inline renumber() {
    if
    :: stage[0] == 0 && stage[1] == 0 ->
        s = 0;
        do
        :: s < ENTRIES -> level(primary.position[s]); level(standby.position[s]); s++
        :: else -> break
        od;
        s = 0;
        anchor = (anchor < standby.end -> LEVEL - 1 : anchor + LEVEL - standby.end);
        primary.end = primary.end + LEVEL - standby.end;
        standby.end = LEVEL
    :: else
    fi
}

/* ChangeReader. A page has all changes of some transactions. */
proctype Follower() {
end: do
    :: d_step {
        mayFollow && anchor < primary.end ->
        s = 0;
        do
        :: s < ENTRIES ->
            if
            :: primary.position[s] > anchor -> replica = WITHOUT(replica, 1 << s) | (counting & (1 << s))
            :: else
            fi;
            s++
        :: else -> break
        od;
        s = 0;
        anchor = primary.end;
        renumber()
    }
    /* 410 anchor_expired: the follower reads everything again, as one step. */
    :: d_step {
        mayFollow && anchor > primary.end ->
        anchor = primary.end;
        replica = counting;
        renumber()
    }
    od
}

/* -------------------------------------------------------------------------------- The service */

/* The changes of a transaction share a position here. */
inline list(entry) {
    position = start[client] + 1;
    primary.position[entry] = position
}

inline removeRecord() {
    if
    :: primary.record == COUNTS ->
        primary.record = GONE;
#ifndef TOMBSTONE_NOT_LISTED
        list(RECORD)
#endif
    :: else
    fi
}

inline listAll(entries) {
    s = 0;
    do
    :: s < SAMPLES ->
        if
        :: IN(entries, s) -> list(s)
        :: else
        fi;
        s++
    :: else -> break
    od;
    s = 0
}

/* BatchWriter.write: deletions first, then imported records, samples, and the complete range. */
inline write(client) {
    found = WITHOUT(batch[client].deleted, primary.deleted);
#ifdef TOMBSTONE_DROPPED
    found = found & primary.stored;
#endif
    primary.deleted = primary.deleted | found;
    primary.stored = WITHOUT(primary.stored, found);
    listAll(found);
    if
    :: IN(batch[client].added, RECORDED) -> primary.isRecognised = 1; removeRecord()
    :: else
    fi;
    found = WITHOUT(batch[client].added, primary.stored | primary.deleted);
    primary.stored = primary.stored | found;
    listAll(found);
    if
    :: batch[client].isRange -> primary.isStated = 1; removeRecord()
    :: else
    fi;
    primary.end = (position > primary.end -> position : primary.end);
    position = 0;
    found = 0
}

inline copyStore(to, from) {
    to.stored = from.stored;
    to.deleted = from.deleted;
    to.record = from.record;
    to.isRecognised = from.isRecognised;
    to.isStated = from.isStated;
    to.end = from.end;
    to.body[0] = from.body[0];
    to.body[1] = from.body[1];
    s = 0;
    do
    :: s < ENTRIES -> to.position[s] = from.position[s]; s++
    :: else -> break
    od;
    s = 0
}

inline noteAcknowledged() {
    acknowledged = WITHOUT(acknowledged, standby.stored | standby.deleted);
    acknowledgedDeleted = WITHOUT(acknowledgedDeleted, standby.deleted)
}

/* The receipt arrives, and the client makes another batch. */
inline receive(client) {
    acknowledged = acknowledged | batch[client].added;
    acknowledgedDeleted = acknowledgedDeleted | batch[client].deleted;
    isSent[client] = 0;
#ifndef KEY_NOT_COMPARED
    primary.body[client] = 0;
    standby.body[client] = 0;
#endif
    noteAcknowledged()
}

inline finish(client) {
    stage[client] = 0;
    start[client] = 0;
    isLocked = 0;
    if
    :: !isSent[client] -> batch[client].added = 0; batch[client].deleted = 0; batch[client].isRange = 0
    :: else
    fi
}

#define bytes(client) (batch[client].added | (batch[client].deleted << SAMPLES) | (batch[client].isRange << 7))

proctype Client(byte client) {
end: do
    /* Samples, deletions or a complete range. */
    :: atomic {
        !isSent[client] && stage[client] == 0 ->
        if
        :: batch[client].added = 3
        :: batch[client].added = 4
        :: batch[client].deleted = 1; batch[client].added = 2
        :: batch[client].deleted = 2
        :: batch[client].deleted = 4
        :: batch[client].isRange = 1
        fi;
        isSent[client] = 1
    }
    /* A request arrives, also a further time. It locks the person. */
    :: d_step {
        isSent[client] && stage[client] == 0 &&
#ifdef FEED_SKIPS_OPEN_TRANSACTION
            true ->
#else
            !isLocked ->
#endif
        isLocked = 1;
        stage[client] = OPEN;
#ifdef FEED_SKIPS_OPEN_TRANSACTION
        start[client] = (start[1 - client] >= primary.end && stage[1 - client] == OPEN -> start[1 - client] + 1 : primary.end)
#else
        start[client] = primary.end
#endif
    }
#ifdef RECEIPT_BEFORE_COMMIT
    :: d_step { stage[client] == OPEN && isSent[client] -> receive(client) }
#endif
    /* The commit on the primary, of the batch with its key. */
    :: d_step {
        stage[client] == OPEN && isVisible ->
        if
#ifdef KEY_NOT_COMPARED
        :: primary.body[client] != 0 /* the answer of any earlier batch with this key */
#else
        :: primary.body[client] == bytes(client) /* replayed */
#endif
        :: else -> write(client); primary.body[client] = bytes(client)
        fi;
        stage[client] = COMMITTED;
#ifdef STANDBY_NOT_AWAITED
        receive(client)
#endif
    }
    /* The standby confirms it, and the answer arrives, or is lost. */
    :: d_step {
        stage[client] == COMMITTED ->
        copyStore(standby, primary);
        isAhead = 0;
        if
        :: isSent[client] -> receive(client)
        :: else
        fi;
        finish(client);
        noteAcknowledged();
        renumber()
    }
    :: d_step {
        stage[client] == COMMITTED ->
        copyStore(standby, primary);
        isAhead = 0;
        finish(client);
        noteAcknowledged();
        renumber()
    }
    /* The service crashes before the commit. */
    :: d_step { faults < FAULTS && stage[client] == OPEN -> faults++; finish(client) }
    od
}

/* The import of an export that is older than all complete ranges. */
proctype Import() {
end: do
    :: d_step {
        primary.record == ABSENT && !isLocked && !isAhead ->
        if
        :: primary.isRecognised -> primary.record = GONE
#ifndef RANGE_FORGOTTEN
        :: !primary.isRecognised && primary.isStated -> primary.record = GONE
#endif
        :: else ->
            primary.record = COUNTS;
            primary.end++;
            primary.position[RECORD] = primary.end
        fi;
        copyStore(standby, primary);
        renumber()
    }
    od
}

proctype Servers() {
end: do
    /* The primary restarts. It then shows a commit that waited for the standby. */
    :: d_step {
        faults < FAULTS && (stage[0] == COMMITTED || stage[1] == COMMITTED) ->
        faults++;
        isAhead = 1;
        finish(0);
        finish(1)
    }
    /* The standby is connected again. */
    :: d_step { isAhead && isVisible -> copyStore(standby, primary); isAhead = 0; noteAcknowledged(); renumber() }
    /* The standby is promoted. */
    :: d_step {
        faults < FAULTS && (isLocked || isAhead) ->
        faults++;
        isAhead = 0;
        finish(0);
        finish(1);
        copyStore(primary, standby);
        renumber()
    }
#ifdef FORMER_PRIMARY_USED
    :: d_step { faults < FAULTS && !isPromoted && !isLocked ->
        faults++;
        isPromoted = 1;
        copyStore(former, primary)
    }
    /* The service is connected to the former primary again, whose standby is gone, and back. */
    :: d_step { isPromoted && !isLocked -> copyStore(primary, former); copyStore(standby, former) }
#endif
    od
}

init {
    atomic {
        primary.end = LEVEL;
        standby.end = LEVEL;
        anchor = LEVEL;
        run Client(0);
        run Client(1);
        run Import();
        run Servers();
        run Follower()
    }
}
