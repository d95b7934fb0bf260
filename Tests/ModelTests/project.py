"""Makes events of the model from a recorded run of the fault simulation.

    project.py RUN TYPE-AND-SAMPLES-SEED

A run has many samples of three types. The model has three samples of one type, so this program
chooses a type and three of its samples at random, and leaves out all events of other samples. It
prints three numbers a line, as Trace.h reads them, with sets of samples as in Phones.pml.
"""
import random
import sys

SAVED, DELETED, ENQUEUED, RECEIPT, ANCHOR, REMOVED, STARTED, DAMAGED, END, BROKEN = range(1, 11)
#: As many waiting batches with the samples as the model's outbox has.
BATCHES_MAX = 4


def project(lines, chosen, kind):
    """The events of the samples `chosen` of a type, or None if the model's outbox is too small."""
    index = {uuid: number for number, uuid in enumerate(chosen)}

    def members(text):
        return sum(1 << index[uuid] for uuid in set(text.split(",")) if uuid in index)

    number, alive, passed = {}, set(), 0
    # The waiting batches of the type, and those that are damaged.
    queue, damaged = [], set()
    events = []
    for line in lines:
        name, *words = line.split()
        if name in ("saved", "deleted"):
            if words[1] not in index:
                continue
            sample = index[words[1]]
            number[sample] = int(words[2])
            (alive.add if name == "saved" else alive.discard)(sample)
            events.append((SAVED if name == "saved" else DELETED, sample, 0))
        elif name == "started":
            events.append((STARTED, 0, 0))
        elif name == "anchor" and words[0] == kind:
            now = {sample for sample, at in number.items() if at <= int(words[1])}
            before = {sample for sample, at in number.items() if at <= passed}
            passed = int(words[1])
            if now != before:
                events.append((ANCHOR, sum(1 << sample for sample in now), 0))
        elif name in ("enqueued", "removed", "damaged", "receipt"):
            deleted, added = batch = tuple(words[-2:])
            is_empty = not members(added) and not members(deleted)
            if name == "enqueued" and words[0] == kind:
                queue.append(batch)
            elif name == "damaged":
                if batch in damaged:
                    continue
                damaged.add(batch)
            elif name == "removed" and words[0] == kind:
                at = queue.index(batch)
                queue.pop(at)
                later = sum(1 for other in queue[at:] if members(other[0]) or members(other[1]))
                if is_empty and batch in damaged and later:
                    events.append((BROKEN, later, 0))
                damaged.discard(batch)
            if is_empty:
                continue
            if sum(1 for other in queue if members(other[0]) or members(other[1])) > BATCHES_MAX:
                return None
            code = {"enqueued": ENQUEUED, "removed": REMOVED, "damaged": DAMAGED, "receipt": RECEIPT}[name]
            events.append((code, members(added), members(deleted)))
    return events + [(END, sum(1 << sample for sample in alive), 0)]


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        lines = file.read().splitlines()
    generator = random.Random(sys.argv[2])
    saved = [line.split() for line in lines if line.startswith("saved ")]
    while True:
        kind = generator.choice(saved)[1]
        uuids = [words[2] for words in saved if words[1] == kind]
        if len(uuids) < 3:
            continue
        events = project(lines, generator.sample(uuids, 3), kind)
        if events:
            break
    for event in events:
        print(*event)


main()
