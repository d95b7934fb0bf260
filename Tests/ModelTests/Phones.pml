/*
 * Two phones with a common Health store send samples and deletions to the service: SyncEngine,
 * Outbox, IdempotencyStore and BatchWriter, with a primary and a standby of PostgreSQL.
 *
 * `scripts/model` searches all states. Service.pml has the part behind the requests: transactions,
 * the change feed and imports. A set of samples is a number with one bit for each sample. Each name
 * in SEEDED ERRORS is a line that the search must find.
 *
 * SEEDED ERRORS: ANCHOR_BEFORE_RECEIPT CHAIN_NOT_CHECKED KEY_REUSED KEY_WITHOUT_BATCH
 * STATED_BEFORE_SENT STANDBY_NOT_AWAITED REPLAY_NOT_AWAITED TOMBSTONE_DROPPED
 *
 * FAULTS OF THE CODE: ONLY_KNOWN_DELETED READS_UNCONFIRMED
 */

#ifndef FAULTS
#define FAULTS 2 /* crashes of phones and servers, damaged files and promotions */
#endif
#ifndef LATE
#define LATE 1 /* requests that arrive after their phone has sent them again or given up */
#endif
#ifndef SAMPLES
#define SAMPLES 3
#endif
#ifndef PHONES
#define PHONES 2
#endif
#ifndef BATCHES
#define BATCHES 2 /* batches that fit into an outbox */
#endif
#ifndef EXCHANGED
#define EXCHANGED 7 /* samples that a phone gets from the other one */
#endif
#ifndef DELETABLE
#define DELETABLE 7 /* samples that a person may delete */
#endif
#ifndef PAGE
#define PAGE 2 /* changes in a batch */
#endif
#define KEYS (BATCHES + 2) /* idempotency keys that requests of one phone can have at a time */

#define IN(set, sample) (((set) >> (sample)) & 1)
#define WITH(set, sample) ((set) | (1 << (sample)))
#define WITHOUT(set, other) ((set) & ~(other))
#define HOME(sample) ((sample) == SAMPLES - 1 && PHONES == 2) /* the phone that saves it first */

/* With TRACE, a recorded run of the fault simulation gives the order of the steps that it recorded.
   `want` is the next recorded event, with its sets of samples. All other steps are free. The trace
   has only some samples, so the type may have an anchor because of others. */
#ifdef TRACE
#define SAVED 1
#define DELETED 2
#define ENQUEUED 3
#define RECEIPT 4
#define ANCHOR 5
#define REMOVED 6
#define STARTED 7
#define DAMAGED 8
#define END 9
/* A damaged batch of other samples was removed. If the anchor had not passed it, later batches do
   not begin at the anchor. */
#define BROKEN 10
#define NEVER 200
#define ACCEPTED 12
#define REFUSED 11
c_decl {
\#include "Trace.h"
}
int next;
byte want, wantAdded, wantDeleted;
#define expects(kind, one, other) (want == kind && wantAdded == (one) && wantDeleted == (other))
#define isEither(free, recorded) (recorded)
inline advance() {
    c_code {
        now.want = eventWord(now.next, 0);
        now.wantAdded = eventWord(now.next, 1);
        now.wantDeleted = eventWord(now.next, 2);
        now.next++;
    }
}
#else
#define expects(kind, one, other) true
#define isEither(free, recorded) (free)
inline advance() { skip }
#endif

/* HealthKit on a phone. It keeps the latest change of each sample, and numbers the changes. Numbers
   count from the anchor of the outbox: 0 is a change that the anchor has passed. */
typedef Health {
    byte alive;
    byte deleted;
    byte number[SAMPLES];
    byte last
}
Health health[PHONES];

/* A batch in a file of the outbox. */
typedef Batch {
    byte after;
    byte anchor;
    byte added;
    byte deleted;
    byte key;
    bit isDamaged
}

/* What survives a crash of the phone. */
#define NONE 0
#define READING 1
#define READ 2
typedef Outbox {
    bit hasAnchor;
    byte count;
    Batch batches[BATCHES];
    byte pass; /* the first pass: NONE, READING or READ */
    byte passed /* the samples that the phone had when the first pass began */
}
Outbox outbox[PHONES];

/* A request, or the step of a comparison that is done. */
#define BATCH 1
#define MISSING 2 /* samples that a comparison sends */
#define REMEMBERED 3 /* deletions that a comparison sends */
#define RANGE_OF_PASS 4 /* a complete range, after the first pass */
#define RANGE_OF_COMPARISON 5
typedef Request {
    byte kind; /* 0: no request */
    byte added;
    byte deleted;
    byte key;
    byte claimed /* by a complete range: samples that the service has */
}

/* What a crash of the phone deletes. */
#define IDLE 0
#define WAITING 1 /* for a receipt of `sent` */
#define RECEIVED 2
#define MOVED 3 /* the anchor, but the batch is still in the outbox */
typedef Engine {
    byte state;
    Request sent;
    bit readsWhole;
    byte latest; /* of a comparison: the anchor before it */
    byte remembered; /* of a comparison: deletions that the Health store remembers */
    byte had /* of a comparison: the samples of the phone before it */
}
Engine engine[PHONES];
Request late[PHONES];
byte lateCount;

/* The tables of a server of PostgreSQL. */
typedef Store {
    byte stored; /* health.sample */
    byte deleted; /* health.deleted_sample */
    byte body[PHONES * KEYS] /* idempotency_key.body_sha256. 0: no such key */
}
Store store[2];
#define primary store[0]
#define standby store[1]
bit isReplicated = 1; /* commits wait for the standby */
bit isAhead; /* a restart of the primary has shown a commit that the standby lacks */

/* A transaction that is committed on the primary. It holds the person's lock, and no reader sees
   it, until the standby confirms it. */
bit isOpen;
byte owner; /* its phone */
Request request;
bit isAnswered; /* the phone waits for the answer */

/* What a receipt has acknowledged. */
byte acknowledged;
byte acknowledgedDeleted;
byte faults;

/* Used inside of d_step, and 0 between steps. */
byte s, k, position, found;

/* ------------------------------------------------------------------------------- Properties */

#define isIdle(p) (engine[p].state == IDLE && outbox[p].count == 0 && outbox[p].pass == NONE && \
    health[p].last == 0 && late[p].kind == 0)
#if PHONES == 2
#define deletedAnywhere (health[0].deleted | health[1].deleted)
#define isQuiet (!isOpen && !isAhead && isIdle(0) && isIdle(1) && (health[0].alive & EXCHANGED) == (health[1].alive & EXCHANGED) && \
    (deletedAnywhere & (health[0].alive | health[1].alive)) == 0)
#else
#define deletedAnywhere health[0].deleted
#define isQuiet (!isOpen && !isAhead && isIdle(0))
#endif

/* A step of the monitor is possible only where a property is violated, so it adds no states. */
active proctype Monitor() {
end: do
#ifdef TRACE
    :: d_step { expects(END, primary.stored, 0) && isQuiet -> want = ACCEPTED }
    :: atomic { want == ACCEPTED -> assert(false) }
#else
    /* Nothing acknowledged is lost. */
    :: atomic { !isOpen && WITHOUT(acknowledged, primary.stored | primary.deleted) != 0 -> assert(false) }
    :: atomic { !isOpen && WITHOUT(acknowledgedDeleted, primary.deleted) != 0 -> assert(false) }
    /* When everything was sent, the service has the samples of the phones, and each once. */
    :: atomic { isQuiet && WITHOUT(health[0].alive | health[PHONES - 1].alive, primary.stored) != 0 -> assert(false) }
    /* A deletion wins. */
    :: atomic { !isOpen && (primary.stored & primary.deleted) != 0 -> assert(false) }
    :: atomic { isQuiet && (primary.stored & deletedAnywhere) != 0 -> assert(false) }
    /* No step is left only if everything was sent. */
    :: timeout -> assert(isQuiet)
#endif
    od
}

/* -------------------------------------------------------------------------- The Health store */

#define isRead(p, place) (outbox[p].count > 0 && place <= outbox[p].batches[0].anchor || \
    outbox[p].count > 1 && place <= outbox[p].batches[1].anchor || place <= engine[p].latest)

/* An earlier change of the sample disappears. Numbers have no gaps after what was read. */
inline change(p, sample) {
    position = health[p].number[sample];
    if
    :: position > 0 && !isRead(p, position) ->
        k = 0;
        do
        :: k < SAMPLES -> health[p].number[k] = (health[p].number[k] > position -> health[p].number[k] - 1 : health[p].number[k]); k++
        :: else -> break
        od;
        k = 0
    :: else -> health[p].last++
    fi;
    position = 0;
    health[p].number[sample] = health[p].last
}

inline save(p, sample) {
    health[p].alive = WITH(health[p].alive, sample);
    change(p, sample)
}

inline remove(p, sample) {
    health[p].alive = WITHOUT(health[p].alive, 1 << sample);
    health[p].deleted = WITH(health[p].deleted, sample);
    change(p, sample)
}

#define isUnknown(p, sample) (IN(health[p].alive | health[p].deleted, sample) == 0)

/* A phone saves a sample, the phones exchange it, and a person deletes it on one of them. */
proctype Sample(byte sample) {
end: do
    :: d_step {
        expects(SAVED, sample, 0) && isUnknown(HOME(sample), sample) ->
        save(HOME(sample), sample);
        advance()
    }
    :: d_step {
        expects(DELETED, sample, 0) && IN(health[0].alive & DELETABLE, sample) ->
        remove(0, sample);
        advance()
    }
#if PHONES == 2
    :: d_step { IN(health[1].alive & DELETABLE, sample) -> remove(1, sample) }
    :: d_step { IN(health[0].alive & EXCHANGED, sample) && isUnknown(1, sample) -> save(1, sample) }
    :: d_step { IN(health[1].alive & EXCHANGED, sample) && isUnknown(0, sample) -> save(0, sample) }
    :: d_step { IN(health[0].deleted, sample) && IN(health[1].alive, sample) -> remove(1, sample) }
    :: d_step { IN(health[1].deleted, sample) && IN(health[0].alive, sample) -> remove(0, sample) }
#endif
    od
}

/* --------------------------------------------------------------------------------- The phone */

/* Outbox.position: the end of the chain of batches that begins at the anchor. */
inline findPosition(p) {
    position = 0;
    k = 0;
    do
    :: k < outbox[p].count && outbox[p].batches[k].after == position -> position = outbox[p].batches[k].anchor; k++
    :: k < outbox[p].count && outbox[p].batches[k].after != position -> k++
    :: else -> break
    od;
    k = 0
}
/* The same as an expression, for the guards of steps. */
#define chain1(p) ((outbox[p].count > 0 && outbox[p].batches[0].after == 0) -> outbox[p].batches[0].anchor : 0)
#define chain2(p) ((outbox[p].count > 1 && outbox[p].batches[1].after == chain1(p)) \
    -> outbox[p].batches[1].anchor : chain1(p))
#if BATCHES == 2
#define chain(p) chain2(p)
#define hasFurtherKey(p, id) false
#else
#define chain3(p) ((outbox[p].count > 2 && outbox[p].batches[2].after == chain2(p)) \
    -> outbox[p].batches[2].anchor : chain2(p))
#define chain(p) ((outbox[p].count > 3 && outbox[p].batches[3].after == chain3(p)) \
    -> outbox[p].batches[3].anchor : chain3(p))
#define hasFurtherKey(p, id) (outbox[p].count > 2 && outbox[p].batches[2].key == id || \
    outbox[p].count > 3 && outbox[p].batches[3].key == id)
#endif

#define usesKey(p, id) (outbox[p].count > 0 && outbox[p].batches[0].key == id || \
    outbox[p].count > 1 && outbox[p].batches[1].key == id || hasFurtherKey(p, id) || \
    engine[p].sent.kind != 0 && engine[p].sent.key == id || late[p].kind != 0 && late[p].key == id || \
    isOpen && owner == p && request.key == id)

/* A key that no request of the phone has, as a new UUID. */
inline newKey(p) {
    k = 0;
    do
    :: usesKey(p, k) -> k++
    :: else -> break
    od
}

/* Frees the rows of keys that no request can have any more. The service keeps them for 7 days. */
inline forgetKeys(p) {
    k = 0;
    do
    :: k < KEYS ->
        if
        :: !usesKey(p, k) -> primary.body[p * KEYS + k] = 0; standby.body[p * KEYS + k] = 0
        :: else
        fi;
        k++
    :: else -> break
    od;
    k = 0
}

inline copy(to, from) {
    to.kind = from.kind;
    to.added = from.added;
    to.deleted = from.deleted;
    to.key = from.key;
    to.claimed = from.claimed
}

inline clear(old) {
    old.kind = 0;
    old.added = 0;
    old.deleted = 0;
    old.key = 0;
    old.claimed = 0
}

#define last_ outbox[p].batches[outbox[p].count]

/* Outbox.enqueue: a page of the changes after `position` as a new batch. */
inline enqueue(p) {
    last_.after = position;
    found = 0;
    do
    :: isEither(found < PAGE, last_.added != wantAdded || last_.deleted != wantDeleted) &&
        position < health[p].last ->
        position++;
        s = 0;
        do
        :: s < SAMPLES && health[p].number[s] != position -> s++
        :: else -> break
        od;
        if
        :: s < SAMPLES && IN(health[p].alive, s) -> last_.added = WITH(last_.added, s); found++
        :: s < SAMPLES && !IN(health[p].alive, s) -> last_.deleted = WITH(last_.deleted, s); found++
        :: else
        fi
    :: else -> break
    od;
    last_.anchor = position;
#ifdef KEY_REUSED
    k = 0;
#else
    newKey(p);
#endif
    last_.key = k;
    outbox[p].count++;
    s = 0; k = 0; position = 0; found = 0
}

inline removeFirst(p) {
    k = 0;
    removeFrom(p)
}

/* Removes the batch with the index `k`. */
inline removeFrom(p) {
    outbox[p].count--;
    do
    :: k < outbox[p].count ->
        outbox[p].batches[k].after = outbox[p].batches[k + 1].after;
        outbox[p].batches[k].anchor = outbox[p].batches[k + 1].anchor;
        outbox[p].batches[k].added = outbox[p].batches[k + 1].added;
        outbox[p].batches[k].deleted = outbox[p].batches[k + 1].deleted;
        outbox[p].batches[k].key = outbox[p].batches[k + 1].key;
        outbox[p].batches[k].isDamaged = outbox[p].batches[k + 1].isDamaged;
        k++
    :: else -> break
    od;
    k = 0;
    last_.after = 0;
    last_.anchor = 0;
    last_.added = 0;
    last_.deleted = 0;
    last_.key = 0;
    last_.isDamaged = 0
}

#ifdef TRACE
/* The run has recorded the anchor if it passes a change of the samples. */
inline checkAnchor(p) {
    found = 0;
    k = 0;
    s = 0;
    do
    :: s < SAMPLES ->
        if
        :: !isUnknown(p, s) && health[p].number[s] <= position ->
            found = WITH(found, s);
            k = (health[p].number[s] > 0 -> 1 : k)
        :: else
        fi;
        s++
    :: else -> break
    od;
    if
    :: k == 1 && expects(ANCHOR, found, 0) -> advance()
    :: k == 1 && !expects(ANCHOR, found, 0) -> want = REFUSED
    :: else
    fi;
    found = 0
}
#endif

/* Moves the anchor to `position`, from which all numbers then count. */
inline moveAnchor(p) {
    outbox[p].hasAnchor = 1;
#ifdef TRACE
    checkAnchor(p);
#endif
    s = 0;
    do
    :: s < SAMPLES ->
        health[p].number[s] = (health[p].number[s] > position -> health[p].number[s] - position : 0);
        s++
    :: else -> break
    od;
    health[p].last = health[p].last - position;
    k = 0;
    do
    :: k < outbox[p].count ->
        outbox[p].batches[k].after =
            (outbox[p].batches[k].after > position -> outbox[p].batches[k].after - position : 0);
        outbox[p].batches[k].anchor =
            (outbox[p].batches[k].anchor > position -> outbox[p].batches[k].anchor - position : 0);
        k++
    :: else -> break
    od;
    s = 0; k = 0; position = 0
}

#ifdef TRACE
inline setAside(p, index) {
    d_step {
        index < outbox[p].count && outbox[p].batches[index].isDamaged &&
            expects(REMOVED, outbox[p].batches[index].added, outbox[p].batches[index].deleted) ->
        endPass(p);
        k = index;
        removeFrom(p);
        forgetKeys(p);
        advance()
    }
}

inline damage(p, index) {
    d_step {
        index < outbox[p].count && !outbox[p].batches[index].isDamaged &&
            expects(DAMAGED, outbox[p].batches[index].added, outbox[p].batches[index].deleted) ->
        outbox[p].batches[index].isDamaged = 1;
        advance()
    }
}
#endif

inline endPass(p) {
    outbox[p].pass = NONE;
    outbox[p].passed = 0
}

inline stop(p) {
    engine[p].state = IDLE;
    clear(engine[p].sent);
    engine[p].latest = 0;
    engine[p].remembered = 0;
    engine[p].had = 0;
    if
    :: owner == p -> isAnswered = 0
    :: else
    fi;
    forgetKeys(p)
}

inline post(p, what, samples, deletions) {
    newKey(p);
    engine[p].sent.kind = what;
    engine[p].sent.added = samples;
    engine[p].sent.deleted = deletions;
    engine[p].sent.key = k;
    engine[p].state = WAITING;
    k = 0
}

#define isWaiting(p, what) (engine[p].state == WAITING && engine[p].sent.kind == what)
#define hasReceived(p, what) (engine[p].state == RECEIVED && engine[p].sent.kind == what)
#define isPending(p) (isOpen && owner == p && isAnswered)

/* A comparison reads what is committed. */
#ifdef READS_UNCONFIRMED
#define mayRead (!isOpen)
#else
#define mayRead (!isOpen && !isAhead)
#endif

#define isUnanchored(p) (engine[p].state == IDLE && outbox[p].count == 0 && outbox[p].pass != READ && \
    !outbox[p].hasAnchor && health[p].alive != 0 && !engine[p].readsWhole && mayRead)

/* SyncEngine. Each step is atomic. A crash is possible between steps. */
proctype Phone(byte p) {
end: do
    /* collect: a page of changes. The batch is on disk after this step. */
    :: d_step {
        isEither(true, want == ENQUEUED) && engine[p].state == IDLE && outbox[p].count < BATCHES &&
            chain(p) < health[p].last &&
            (chain(p) != 0 || outbox[p].hasAnchor || health[p].alive == 0 || engine[p].readsWhole ||
            isEither(false, true)) ->
        findPosition(p);
        if
        :: position == 0 && !outbox[p].hasAnchor -> outbox[p].pass = READING; outbox[p].passed = health[p].alive
        :: else
        fi;
        enqueue(p);
#ifdef TRACE
        if
        :: outbox[p].batches[outbox[p].count - 1].added == wantAdded &&
            outbox[p].batches[outbox[p].count - 1].deleted == wantDeleted -> advance()
        :: else -> want = REFUSED
        fi
#endif
    }
    /* finishReading: no further change. */
    :: d_step {
        engine[p].state == IDLE && chain(p) == health[p].last &&
            (outbox[p].pass == READING || engine[p].readsWhole) ->
        engine[p].readsWhole = 0;
        if
        :: outbox[p].pass == READING -> outbox[p].pass = READ
        :: else
        fi
    }
    /* send: the first batch. */
    :: d_step {
        engine[p].state == IDLE && outbox[p].count > 0 && !outbox[p].batches[0].isDamaged ->
        engine[p].state = WAITING;
        engine[p].sent.kind = BATCH;
        engine[p].sent.added = outbox[p].batches[0].added;
        engine[p].sent.deleted = outbox[p].batches[0].deleted;
        engine[p].sent.key = outbox[p].batches[0].key;
#ifdef ANCHOR_BEFORE_RECEIPT
        position = outbox[p].batches[0].anchor;
        moveAnchor(p)
#endif
    }
    /* setAside: the first batch is damaged. Its changes are read again from the anchor. */
#ifdef TRACE
    /* A file of the wrong length is noticed when the outbox is opened. */
    :: setAside(p, 0)
    :: setAside(p, 1)
    :: setAside(p, 2)
    :: setAside(p, 3)
    :: damage(p, 0)
    :: damage(p, 1)
    :: damage(p, 2)
    :: damage(p, 3)
    :: d_step {
        want == BROKEN ->
        k = outbox[p].count - wantAdded;
        do
        :: k < outbox[p].count -> outbox[p].batches[k].after = NEVER; k++
        :: else -> break
        od;
        k = 0;
        advance()
    }
    :: d_step { want == BROKEN -> advance() }
    :: d_step { want == STARTED -> engine[p].readsWhole = 0; stop(p); advance() }
#endif
    :: d_step {
        isEither(true, false) && engine[p].state == IDLE && outbox[p].count > 0 && outbox[p].batches[0].isDamaged ->
        endPass(p);
        removeFirst(p);
        forgetKeys(p)
    }
    /* complete: moves the anchor if the batch begins at it, and then removes the batch. */
    :: d_step {
        hasReceived(p, BATCH) ->
        clear(engine[p].sent);
        engine[p].state = MOVED;
#ifndef CHAIN_NOT_CHECKED
        if
        :: outbox[p].batches[0].after == 0 ->
#endif
            position = outbox[p].batches[0].anchor;
            moveAnchor(p)
#ifndef CHAIN_NOT_CHECKED
        :: else
        fi
#endif
    }
    :: d_step {
        engine[p].state == MOVED && expects(REMOVED, outbox[p].batches[0].added, outbox[p].batches[0].deleted) ->
        removeFirst(p);
        engine[p].state = IDLE;
        forgetKeys(p);
        advance()
    }
    /* stateFirstPasses: everything that the first pass has read was sent. */
    :: d_step {
        engine[p].state == IDLE && outbox[p].pass == READ &&
#ifndef STATED_BEFORE_SENT
            outbox[p].count == 0 ->
#else
            true ->
#endif
        if
        :: health[p].alive != 0 ->
            post(p, RANGE_OF_PASS, 0, 0);
            engine[p].sent.claimed = outbox[p].passed
        :: else -> endPass(p)
        fi
    }
    :: d_step { hasReceived(p, RANGE_OF_PASS) -> endPass(p); stop(p) }
    /* makeAnchors: the phone has samples and no anchor. If the service has none, it reads all. */
    :: d_step {
        isUnanchored(p) && isEither(primary.stored == 0, true) ->
        engine[p].readsWhole = 1
    }
    :: d_step {
        isUnanchored(p) && isEither(primary.stored != 0, true) ->
        engine[p].latest = health[p].last;
        engine[p].remembered = health[p].deleted;
        engine[p].had = health[p].alive;
        engine[p].state = RECEIVED
    }
    /* compare: asks for differences, and sends the samples that the service lacks. */
    :: d_step {
        hasReceived(p, 0) && mayRead ->
        found = WITHOUT(health[p].alive, primary.stored | primary.deleted);
#ifdef ONLY_KNOWN_DELETED
        engine[p].remembered = engine[p].remembered & WITHOUT(primary.stored, health[p].alive);
#endif
        if
        :: found != 0 -> post(p, MISSING, found, 0)
        :: else -> engine[p].sent.kind = MISSING
        fi;
        found = 0
    }
    /* applyDeletions: of samples that the service has and whose deletion the phone remembers. */
    :: d_step {
        hasReceived(p, MISSING) ->
        clear(engine[p].sent);
        forgetKeys(p);
        if
        :: engine[p].remembered != 0 -> post(p, REMEMBERED, 0, engine[p].remembered)
        :: else -> engine[p].sent.kind = REMEMBERED
        fi;
        engine[p].remembered = 0
    }
    /* stateComplete: the range of the comparison. */
    :: d_step {
        hasReceived(p, REMEMBERED) ->
        clear(engine[p].sent);
        forgetKeys(p);
        if
        :: health[p].alive != 0 -> post(p, RANGE_OF_COMPARISON, 0, 0); engine[p].sent.claimed = engine[p].had
        :: else -> engine[p].sent.kind = RANGE_OF_COMPARISON
        fi;
        engine[p].had = 0
    }
    /* The anchor is the one from before the comparison. */
    :: d_step {
        hasReceived(p, RANGE_OF_COMPARISON) ->
        position = engine[p].latest;
        moveAnchor(p);
        stop(p)
    }
    /* No answer arrives. The engine sends the request again, and the first one may arrive later. */
    :: d_step { engine[p].state == WAITING && isPending(p) -> isAnswered = 0 }
    :: d_step {
        engine[p].state == WAITING && !isPending(p) && late[p].kind == 0 && lateCount < LATE ->
        lateCount++;
        copy(late[p], engine[p].sent)
    }
    :: d_step { late[p].kind != 0 -> clear(late[p]); forgetKeys(p) }
    /* syncNow throws after attemptsMax attempts. A later sync begins again. */
    :: d_step { engine[p].state == WAITING -> stop(p) }
    /* The app or the phone crashes. */
    :: d_step {
        faults < FAULTS && (engine[p].state == MOVED || engine[p].state == RECEIVED || engine[p].readsWhole) ->
        faults++;
        engine[p].readsWhole = 0;
        stop(p)
    }
    /* A file of the outbox is damaged. */
    :: d_step {
        faults < FAULTS && outbox[p].count > 0 && !outbox[p].batches[0].isDamaged && engine[p].state == IDLE ->
        faults++;
        outbox[p].batches[0].isDamaged = 1
    }
    :: d_step {
        faults < FAULTS && outbox[p].count > 1 && !outbox[p].batches[1].isDamaged ->
        faults++;
        outbox[p].batches[1].isDamaged = 1
    }
    od
}

/* ------------------------------------------------------------------------------- The service */

#define body_ primary.body[owner * KEYS + request.key]
#define receiptIsRecorded expects(RECEIPT, request.added, request.deleted)
#define bytes_ (request.added | (request.deleted << SAMPLES))

/* The batch and its key are committed together on the primary. */
inline commit(p) {
    isOpen = 1;
    owner = p;
    if
    :: bytes_ != 0 && body_ == bytes_ -> found = 1 /* replayed */
    :: bytes_ != 0 && body_ != 0 && body_ != bytes_ /* 409, and the phone puts the batch into quarantine */
    :: else ->
        /* A complete range is true: the service has all samples that the phone had and has. */
#ifndef TRACE
        assert(WITHOUT(request.claimed & health[p].alive, primary.stored | primary.deleted) == 0);
#endif
#ifdef TOMBSTONE_DROPPED
        request.deleted = request.deleted & primary.stored;
#endif
        primary.deleted = primary.deleted | request.deleted;
        primary.stored = WITHOUT(primary.stored | request.added, primary.deleted);
        body_ = bytes_
    fi
}

inline copyStore(to, from) {
    to.stored = from.stored;
    to.deleted = from.deleted;
    s = 0;
    do
    :: s < PHONES * KEYS -> to.body[s] = from.body[s]; s++
    :: else -> break
    od;
    s = 0
}

/* What the standby has cannot get lost. Only the rest needs a note. */
inline noteAcknowledged() {
    acknowledged = WITHOUT(acknowledged, standby.stored | standby.deleted);
    acknowledgedDeleted = WITHOUT(acknowledgedDeleted, standby.deleted)
}

inline close() {
    isOpen = 0;
    isAnswered = 0;
    clear(request);
    s = owner;
    owner = 0;
    forgetKeys(s);
    s = 0
}

inline receive(p) {
    acknowledged = acknowledged | engine[p].sent.added;
    acknowledgedDeleted = acknowledgedDeleted | engine[p].sent.deleted;
    noteAcknowledged();
    engine[p].state = RECEIVED;
    isAnswered = 0
}

proctype Service(byte p) {
end: do
    :: d_step {
        engine[p].state == WAITING && !isOpen ->
        copy(request, engine[p].sent);
        isAnswered = 1;
        commit(p);
#ifdef REPLAY_NOT_AWAITED
        if
        :: found == 1 -> receive(p)
        :: else
        fi;
#endif
#ifdef STANDBY_NOT_AWAITED
        receive(p);
#endif
        found = 0
    }
    :: d_step {
        late[p].kind != 0 && !isOpen ->
        copy(request, late[p]);
        clear(late[p]);
        commit(p);
        found = 0
    }
#ifdef KEY_WITHOUT_BATCH
    /* The key is stored in a transaction of its own, and the service crashes after it. */
    :: d_step {
        faults < FAULTS && engine[p].state == WAITING && !isOpen && engine[p].sent.kind == BATCH ->
        faults++;
        primary.body[p * KEYS + engine[p].sent.key] = engine[p].sent.added | (engine[p].sent.deleted << SAMPLES)
    }
#endif
    /* The standby confirms the commit, and the service answers. */
    :: d_step {
        isOpen && owner == p && isEither(true, !isAnswered || bytes_ == 0 || receiptIsRecorded) ->
        copyStore(standby, primary);
        isAhead = 0;
        noteAcknowledged();
        if
        :: isAnswered ->
            if
            :: bytes_ != 0 -> advance()
            :: else
            fi;
            receive(p)
        :: else
        fi;
        close()
    }
    od
}

/* PostgreSQL. A crash of the service alone only loses requests and answers, as above. */
proctype Servers() {
end: do
    /* The primary restarts. It then shows a commit that waited for the standby. */
    :: d_step {
        faults < FAULTS && isOpen ->
        faults++;
        isAhead = isReplicated;
        close()
    }
    /* The standby is connected again. */
    :: d_step { isAhead && !isOpen ->
        copyStore(standby, primary);
        isAhead = 0;
        noteAcknowledged()
    }
    /* The standby is promoted. Then no commit waits, until a new standby is connected. */
    :: d_step {
        faults < FAULTS && isReplicated && (isOpen || isAhead) ->
        faults++;
        isAhead = 0;
        copyStore(primary, standby);
        if
        :: isOpen -> close()
        :: else
        fi
    }
    od
}

init {
    atomic {
        s = 0;
        do
        :: s < SAMPLES -> run Sample(s); s++
        :: else -> break
        od;
        s = 0;
        do
        :: s < PHONES -> run Phone(s); run Service(s); s++
        :: else -> break
        od;
#ifdef TRACE
        advance()
#else
        run Servers()
#endif
    }
}
