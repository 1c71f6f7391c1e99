/* All states of a search: a store of them by number, and a table that tells which are known.

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
    PARTITIONS = 1 << PARTITION_BITS, /* each may be changed by one thread at a time */
    MOST_THREADS = PARTITIONS,
    FIRST_BITS = 8, /* slots of a partition at the start, as a power of two */
    MOST_BITS = RH_WORDS == 1 ? 40 : 26, /* more words: a slot holds no more bits of the hash than 6 + 26 */
    SEGMENT_BITS = 18,
    SEGMENT = 1 << SEGMENT_BITS, /* states of one piece of the store */
    HUGE_PAGE = 1 << 21
};

#define NONE UINT32_MAX
#define MOST_STATES (RH_WORDS == 1 ? (uint64_t)NONE - 1 : (uint64_t)INT32_MAX - 1)
#define UNNUMBERED 0x80000000u /* in a slot: a state without a number yet; 6 bits for the thread, 25 for the step */
#define MOST_CANDIDATES (1u << 25)

enum { OK = 0, OUT_OF_MEMORY = 1, OUT_OF_NUMBERS = 2 };

typedef struct {
    uint64_t *slots;
    int bits;
    uint64_t used;
} table;

typedef struct {
    table tables[PARTITIONS];
    int has_zero;      /* the state whose mixed word is 0, which would look like a free slot, is known */
    uint64_t **words;  /* segments of states and of their parents' numbers */
    uint32_t **parents;
    uint64_t segments, segment_room;
    uint64_t known;    /* how many states have a number */
    const uint64_t *candidates[MOST_THREADS]; /* states without a number yet, as UNNUMBERED slots name them */
    atomic_size_t bytes, peak;
    size_t allowed;
} store;

/* ---- memory ---- */

/* Zeroed pages, in huge ones where that pays; NULL where there is no more or no more is allowed. */
static void *pages(store *s, size_t size)
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
            munmap(start + size, tail);
#ifdef MADV_HUGEPAGE
        madvise(start, size, MADV_HUGEPAGE);
#endif
    }
    return start;
}

static void give_back(store *s, void *start, size_t size)
{
    if (start) {
        munmap(start, size);
        atomic_fetch_sub(&s->bytes, size);
    }
}

/* An array of a worker made larger, its content kept. */
static int enlarge(store *s, void *array, size_t old, size_t new)
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

static inline uint64_t *words_of(const store *s, uint64_t number)
{
    return s->words[number >> SEGMENT_BITS] + (number & (SEGMENT - 1)) * RH_WORDS;
}

static inline uint32_t *parent_of(const store *s, uint64_t number)
{
    return s->parents[number >> SEGMENT_BITS] + (number & (SEGMENT - 1));
}

static int store_room(store *s, uint64_t states)
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

static int table_room(store *s, table *t, uint64_t more)
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
static inline int insert(store *s, table *t, uint64_t h, const uint64_t *words, uint32_t unnumbered,
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
                ? s->candidates[known >> 25 & (MOST_THREADS - 1)]
                    + (size_t)(known & (MOST_CANDIDATES - 1)) * RH_WORDS
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
