/* Breadth-first search of the model generated above: exact, level by level, with any number of threads.

   States are numbered in the order in which a plain search with a queue meets them, however many threads run:
   a batch of states is expanded by all threads, each a part of it; what they lead to is looked up in 64
   partitions of the table, each by one thread and in the order of (parent, step); then the new states are
   numbered in that order and appended to the store. So the states, their parents and every count are the same
   for one thread and for many.

   A slot of the table is 0 where it is free. For states of one word it is the mixed word, which tells the state
   itself; for states of more words 32 bits of their hash and 32 of the number under which the store has them.
   Partition and place are the highest bits of the slot, so that a growing table is copied front to back and
   without a look at the states. */

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#ifndef MAP_ANONYMOUS
#define MAP_ANONYMOUS MAP_ANON
#endif

enum {
    PARTITION_BITS = 6,
    PARTITIONS = 1 << PARTITION_BITS,
    FIRST_BITS = 8,         /* slots of a partition at the start, as a power of two */
    MOST_BITS = RH_WORDS == 1 ? 40 : 26, /* more words: a slot holds no more bits of the hash than 6 + 26 */
    SEGMENT_BITS = 18,
    SEGMENT = 1 << SEGMENT_BITS, /* states of one piece of the store */
    BATCH = 4096,           /* states of a batch for each thread: what they lead to stays in the cache */
    ALONE = 256,            /* a batch too small to be worth waking the other threads */
    AHEAD = 24,             /* slots fetched ahead of their use */
    MOST_THREADS = PARTITIONS,
    MASKS = (RH_INVARIANTS + 63) / 64 + 1,
    MEETS = (RH_SOMETIMES + 63) / 64 + 1,
    SAMPLES = 10,           /* deadlocked states that are remembered */
    HUGE_PAGE = 1 << 21
};

#define NONE UINT32_MAX
#define MOST_STATES (RH_WORDS == 1 ? (uint64_t)NONE - 1 : (uint64_t)INT32_MAX - 1)
#define UNNUMBERED 0x80000000u /* in a slot: a state of this batch, 6 bits for the thread and 25 for the step */
#define MOST_CANDIDATES (1u << 25)

enum { OK = 0, OUT_OF_MEMORY = 1, OUT_OF_NUMBERS = 2 };

typedef struct {
    uint64_t *slots;
    int bits;
    uint64_t used;
} table;

struct search;

/* One thread and what it found in the batch. */
typedef struct {
    struct search *search;
    pthread_t thread;
    int number, failed;
    uint64_t first;         /* states `first` to `last` of the store are its part of the batch */
    uint64_t last;
    uint32_t *start;        /* of each state of its part: the first of the steps out of it, and the end of all */
    uint64_t *words, *hash; /* of each step: the state after it */
    uint64_t **place;       /* of each step to a new state: its slot; states of more words only */
    uint32_t *owned[MOST_THREADS]; /* for each thread: the steps that it looks up, then those to new states */
    uint32_t owned_count[MOST_THREADS];
    uint32_t incoming[PARTITIONS];
    uint64_t *is_new;       /* a bit for each step */
    uint32_t count, room, fresh;
    uint64_t base;          /* the number of its first new state */
    rh_expansion expansion;
    uint16_t *action;
    uint32_t broken_from[RH_INVARIANTS + 1];
    uint64_t met[MEETS];
    uint64_t deadlocks;
    uint32_t deadlocked[SAMPLES];
} worker;

typedef struct search {
    table tables[PARTITIONS];
    int has_zero;           /* the state whose mixed word is 0, which would look like a free slot */
    uint64_t **words;       /* the store: segments of states and of their parents' numbers */
    uint32_t **parents;
    uint64_t segments, segment_room;
    uint64_t known, done;
    int threads;
    worker *workers;
    atomic_size_t bytes, peak;
    size_t allowed;
    /* tallies of all finished batches */
    uint64_t taken[RH_ACTIONS + 1], cut[RH_BOUNDS + 1], degrees[RH_MOST_STEPS + 1];
    uint8_t guard_held[RH_GUARDS + 1], guard_failed[RH_GUARDS + 1];
    uint32_t broken_from[RH_INVARIANTS + 1]; /* the first state with a step to one that breaks it, or NONE */
    uint64_t met[MEETS];
    uint64_t deadlocks;
    uint32_t deadlocked[SAMPLES];
    /* how the threads wait for each other */
    pthread_mutex_t lock;
    pthread_cond_t work;
    uint64_t batches;       /* given out so far, guarded by the lock */
    int ending;
    atomic_int arrived;
    atomic_uint round;
} search;

/* ---- memory ---- */

/* Zeroed pages, in huge ones where that pays; NULL where there is no more or no more is allowed. */
static void *pages(search *s, size_t size)
{
    size_t now = atomic_fetch_add(&s->bytes, size) + size, before = atomic_load(&s->peak);
    while (now > before && !atomic_compare_exchange_weak(&s->peak, &before, now)) {}
    if (now > s->allowed) {
        atomic_fetch_sub(&s->bytes, size);
        return NULL;
    }
    size_t more = size >= HUGE_PAGE ? HUGE_PAGE : 0;
    char *start = mmap(NULL, size + more, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED) {
        atomic_fetch_sub(&s->bytes, size);
        return NULL;
    }
    if (more) {
        size_t head = (HUGE_PAGE - ((uintptr_t)start & (HUGE_PAGE - 1))) & (HUGE_PAGE - 1);
        size_t tail = more - head;
        if (head)
            munmap(start, head);
        start += head;
        if (tail)
            munmap(start + ((size + 4095) & ~(size_t)4095), tail & ~(size_t)4095);
#ifdef MADV_HUGEPAGE
        madvise(start, size, MADV_HUGEPAGE);
#endif
    }
    return start;
}

static void give_back(search *s, void *start, size_t size)
{
    if (start) {
        munmap(start, size);
        atomic_fetch_sub(&s->bytes, size);
    }
}

/* An array of a worker made larger, its content kept. */
static int enlarge(search *s, void *array, size_t old, size_t new)
{
    void *larger = pages(s, new), **at = array;
    if (!larger)
        return 0;
    if (*at)
        memcpy(larger, *at, old);
    give_back(s, *at, old);
    *at = larger;
    return 1;
}

/* ---- the store ---- */

static inline uint64_t *words_of(const search *s, uint64_t number)
{
    return s->words[number >> SEGMENT_BITS] + (number & (SEGMENT - 1)) * RH_WORDS;
}

static inline uint32_t *parent_of(const search *s, uint64_t number)
{
    return s->parents[number >> SEGMENT_BITS] + (number & (SEGMENT - 1));
}

static int store_room(search *s, uint64_t states)
{
    if (states > MOST_STATES)
        return OUT_OF_NUMBERS;
    while (s->segments << SEGMENT_BITS < states) {
        if (s->segments == s->segment_room) {
            uint64_t room = s->segment_room ? 2 * s->segment_room : 64;
            uint64_t **words = realloc(s->words, room * sizeof *words);
            if (words)
                s->words = words;
            uint32_t **parents = realloc(s->parents, room * sizeof *parents);
            if (parents)
                s->parents = parents;
            if (!words || !parents)
                return OUT_OF_MEMORY;
            s->segment_room = room;
        }
        uint64_t *words = pages(s, (size_t)SEGMENT * RH_WORDS * 8);
        uint32_t *parents = pages(s, (size_t)SEGMENT * 4);
        if (!words || !parents) {
            give_back(s, words, (size_t)SEGMENT * RH_WORDS * 8);
            give_back(s, parents, (size_t)SEGMENT * 4);
            return OUT_OF_MEMORY;
        }
        s->words[s->segments] = words;
        s->parents[s->segments++] = parents;
    }
    return OK;
}

/* ---- the table ---- */

/* One word: one to one. More words: their 64 bits of hash. */
static inline uint64_t mixed(const uint64_t *words)
{
    uint64_t h = words[0];
    for (int i = 1; i < RH_WORDS; i++) {
        h *= 0x9E3779B97F4A7C15u;
        h ^= h >> 32;
        h = (h << 23 | h >> 41) + words[i];
    }
    h *= 0xD6E8FEB86659FD93u;
    h ^= h >> 32;
    h *= 0x9E3779B97F4A7C15u;
    return h ^ h >> 29;
}

static inline int partition_of(uint64_t slot)
{
    return (int)(slot >> (64 - PARTITION_BITS));
}

static inline uint64_t place_of(uint64_t slot, int bits)
{
    return slot << PARTITION_BITS >> (64 - bits);
}

static int table_room(search *s, table *t, uint64_t more)
{
    int bits = t->bits;
    while ((t->used + more) * 4 > (3ull << bits))
        bits++;
    if (bits == t->bits)
        return OK;
    if (bits > MOST_BITS)
        return OUT_OF_NUMBERS;
    uint64_t *slots = pages(s, 8ull << bits), mask = (1ull << bits) - 1;
    if (!slots)
        return OUT_OF_MEMORY;
    for (uint64_t old = 0; old >> t->bits == 0; old++) {
        uint64_t slot = t->slots[old], at = place_of(slot, bits);
        if (slot) {
            while (slots[at])
                at = (at + 1) & mask;
            slots[at] = slot;
        }
    }
    give_back(s, t->slots, 8ull << t->bits);
    t->slots = slots;
    t->bits = bits;
    return OK;
}

/* Whether the state stands in no slot yet; it then does, as `unnumbered`, at *place. */
static inline int insert(search *s, table *t, uint64_t h, const uint64_t *words, uint32_t unnumbered,
                         uint64_t **place)
{
    uint64_t mask = (1ull << t->bits) - 1, at = place_of(h, t->bits), slot;
#if RH_WORDS == 1
    (void)words, (void)unnumbered, (void)place;
    if (!h) { /* partition 0, and so this thread's alone */
        int new = !s->has_zero;
        s->has_zero = 1;
        return new;
    }
    while ((slot = t->slots[at])) {
        if (slot == h)
            return 0;
        at = (at + 1) & mask;
    }
    t->slots[at] = h;
#else
    while ((slot = t->slots[at])) {
        if (slot >> 32 == h >> 32) {
            uint32_t known = (uint32_t)slot;
            const uint64_t *other = known & UNNUMBERED
                ? s->workers[known >> 25 & (MOST_THREADS - 1)].words + (size_t)(known & (MOST_CANDIDATES - 1)) * RH_WORDS
                : words_of(s, known - 1);
            int same = 1;
            for (int i = 0; i < RH_WORDS; i++)
                same &= words[i] == other[i];
            if (same)
                return 0;
        }
        at = (at + 1) & mask;
    }
    t->slots[at] = h >> 32 << 32 | unnumbered;
    *place = t->slots + at;
#endif
    t->used++;
    return 1;
}

/* ---- a batch: expand, look up, number ---- */

static int candidate_room(worker *w)
{
    search *s = w->search;
    if (w->count + RH_MOST_STEPS <= w->room)
        return 1;
    size_t old = w->room, new = old ? 2 * old : 2 * BATCH;
    while (new < w->count + RH_MOST_STEPS)
        new *= 2;
    if (new > MOST_CANDIDATES)
        return 0;
    int enough = enlarge(s, &w->words, old * RH_WORDS * 8, new * RH_WORDS * 8)
        && enlarge(s, &w->hash, old * 8, new * 8) && enlarge(s, &w->is_new, old / 8, new / 8)
        && (RH_WORDS == 1 || enlarge(s, &w->place, old * 8, new * 8));
    for (int t = 0; t < s->threads && enough; t++)
        enough = enlarge(s, &w->owned[t], old * 4, new * 4);
    if (enough)
        w->room = (uint32_t)new;
    return enough;
}

static void forget_batch(worker *w)
{
    memset(&w->expansion, 0, sizeof w->expansion);
    w->expansion.action = w->action;
    memset(w->owned_count, 0, sizeof w->owned_count);
    memset(w->incoming, 0, sizeof w->incoming);
    w->count = w->fresh = 0;
    w->deadlocks = 0;
    w->failed = OK;
    w->first = w->last = 0;
    for (int i = 0; i < RH_INVARIANTS; i++)
        w->broken_from[i] = NONE;
    memset(w->met, 0, sizeof w->met);
}

static inline void note_broken(worker *w, const uint64_t *mask, uint64_t parent)
{
    for (int i = 0; i < RH_INVARIANTS; i++)
        if (mask[i >> 6] >> (i & 63) & 1 && parent < w->broken_from[i])
            w->broken_from[i] = (uint32_t)parent;
}

static inline int any(const uint64_t *mask, int words)
{
    uint64_t found = 0;
    for (int i = 0; i < words; i++)
        found |= mask[i];
    return found != 0;
}

static void expand(worker *w)
{
    search *s = w->search;
    rh_expansion *out = &w->expansion;
    const int threads = s->threads;
    for (uint64_t number = w->first; number < w->last; number++) {
        const uint64_t *state = words_of(s, number);
        w->start[number - w->first] = w->count;
        if (!candidate_room(w)) {
            w->failed = OUT_OF_MEMORY;
            return;
        }
        out->words = w->words + (size_t)w->count * RH_WORDS;
        rh_expand(state, out);
        if (any(out->broken_outside, MASKS)) {
            note_broken(w, out->broken_outside, number);
            memset(out->broken_outside, 0, sizeof out->broken_outside);
        }
        if (!out->moves && !rh_over(state)) {
            if (w->deadlocks < SAMPLES)
                w->deadlocked[w->deadlocks] = (uint32_t)number;
            w->deadlocks++;
        }
        for (uint32_t step = 0; step < out->steps; step++) {
            uint64_t h = mixed(out->words + (size_t)step * RH_WORDS);
            int partition = partition_of(h), owner = partition % threads;
            w->hash[w->count] = h;
            w->incoming[partition]++;
            w->owned[owner][w->owned_count[owner]++] = w->count++;
        }
    }
    w->start[w->last - w->first] = w->count;
}

/* Look up what belongs to this owner, in the order of the steps; what is new stays in the lists. */
static void look_up(search *s, int owner)
{
    worker *self = &s->workers[owner];
    for (int partition = owner; partition < PARTITIONS; partition += s->threads) {
        uint64_t incoming = 0;
        for (int e = 0; e < s->threads; e++)
            incoming += s->workers[e].incoming[partition];
        int failed = table_room(s, &s->tables[partition], incoming);
        if (failed) {
            self->failed = failed;
            return;
        }
    }
    for (int e = 0; e < s->threads; e++) {
        worker *w = &s->workers[e];
        uint32_t *steps = w->owned[owner], count = w->owned_count[owner], kept = 0;
        for (uint32_t i = 0; i < count; i++) {
            if (i + AHEAD < count) {
                uint64_t soon = w->hash[steps[i + AHEAD]];
                const table *t = &s->tables[partition_of(soon)];
                __builtin_prefetch(t->slots + place_of(soon, t->bits), 1);
            }
            uint32_t step = steps[i];
            uint64_t h = w->hash[step];
            kept += insert(s, &s->tables[partition_of(h)], h, w->words + (size_t)step * RH_WORDS,
                           UNNUMBERED | (uint32_t)e << 25 | step, RH_WORDS == 1 ? NULL : &w->place[step])
                ? (steps[kept] = step, 1) : 0;
        }
        w->owned_count[owner] = kept;
    }
}

/* Number the new states that this worker's steps led to, append them, judge them. */
static void number_new(worker *w)
{
    search *s = w->search;
    uint64_t parent = w->first, number = w->base;
    uint64_t mask[MASKS], met[MEETS];
    int waiting = 0;
    memset(w->is_new, 0, ((size_t)w->count + 63) / 64 * 8);
    for (int t = 0; t < s->threads; t++)
        for (uint32_t i = 0; i < w->owned_count[t]; i++)
            w->is_new[w->owned[t][i] >> 6] |= 1ull << (w->owned[t][i] & 63);
    for (int i = 0; i < RH_SOMETIMES; i++)
        waiting |= !(s->met[i >> 6] >> (i & 63) & 1);
    for (uint32_t group = 0; group < (w->count + 63) / 64; group++)
        for (uint64_t bits = w->is_new[group]; bits; bits &= bits - 1) {
            uint32_t step = group * 64 + (uint32_t)__builtin_ctzll(bits);
            const uint64_t *words = w->words + (size_t)step * RH_WORDS;
            uint64_t *stored = words_of(s, number);
            while (w->start[parent - w->first + 1] <= step)
                parent++;
            for (int i = 0; i < RH_WORDS; i++)
                stored[i] = words[i];
            *parent_of(s, number) = (uint32_t)parent;
#if RH_WORDS > 1
            *w->place[step] = w->hash[step] >> 32 << 32 | (uint32_t)(number + 1);
#endif
            number++;
            memset(mask, 0, sizeof mask);
            rh_broken(words, mask);
            if (any(mask, MASKS))
                note_broken(w, mask, parent);
            if (waiting) {
                memset(met, 0, sizeof met);
                rh_meets(words, met);
                for (int i = 0; i < MEETS; i++)
                    w->met[i] |= met[i];
            }
        }
}

/* All tallies of a finished batch go to those of the search. */
static void add_up(search *s)
{
    for (int e = 0; e < s->threads; e++) {
        worker *w = &s->workers[e];
        for (int i = 0; i < RH_ACTIONS; i++)
            s->taken[i] += w->expansion.taken[i];
        for (int i = 0; i < RH_BOUNDS; i++)
            s->cut[i] += w->expansion.cut[i];
        for (int i = 0; i < RH_GUARDS; i++) {
            s->guard_held[i] |= w->expansion.guard_held[i];
            s->guard_failed[i] |= w->expansion.guard_failed[i];
        }
        for (uint64_t i = 0; i < w->last - w->first; i++)
            s->degrees[w->start[i + 1] - w->start[i]]++;
        for (int i = 0; i < RH_INVARIANTS; i++)
            if (w->broken_from[i] < s->broken_from[i])
                s->broken_from[i] = w->broken_from[i];
        for (int i = 0; i < MEETS; i++)
            s->met[i] |= w->met[i];
        for (uint64_t i = 0; i < w->deadlocks && i < SAMPLES && s->deadlocks + i < SAMPLES; i++)
            s->deadlocked[s->deadlocks + i] = w->deadlocked[i];
        s->deadlocks += w->deadlocks;
    }
}

/* ---- threads ---- */

/* Wait until every thread is here. */
static void meet(search *s)
{
    unsigned round = atomic_load(&s->round);
    if (atomic_fetch_add(&s->arrived, 1) + 1 == s->threads) {
        atomic_store(&s->arrived, 0);
        atomic_fetch_add(&s->round, 1);
        return;
    }
    for (int tries = 0; atomic_load(&s->round) == round; tries++)
        if (tries > 4000)
            sched_yield();
}

/* Give the new states of each worker their first number, and the store the room for them. */
static int place_new(search *s)
{
    uint64_t next = s->known;
    for (int e = 0; e < s->threads; e++) {
        worker *w = &s->workers[e];
        if (w->failed)
            return w->failed;
        w->base = next;
        for (int t = 0; t < s->threads; t++)
            next += w->owned_count[t];
    }
    return store_room(s, next);
}

static int failed_before(const search *s)
{
    for (int e = 0; e < s->threads; e++)
        if (s->workers[e].failed)
            return s->workers[e].failed;
    return OK;
}

/* One worker's share of a batch; worker 0 does alone what must be done once. */
static void share(worker *w)
{
    search *s = w->search;
    expand(w);
    meet(s);
    if (failed_before(s))
        return;
    look_up(s, w->number);
    meet(s);
    if (w->number == 0) {
        int failed = place_new(s);
        if (failed)
            w->failed = failed;
    }
    meet(s);
    if (failed_before(s))
        return;
    number_new(w);
    meet(s);
}

static void *work(void *given)
{
    worker *w = given;
    search *s = w->search;
    for (uint64_t batch = 1;; batch++) {
        pthread_mutex_lock(&s->lock);
        while (s->batches < batch && !s->ending)
            pthread_cond_wait(&s->work, &s->lock);
        pthread_mutex_unlock(&s->lock);
        if (s->ending)
            return NULL;
        share(w);
    }
}
