/* All states of a search: a store of them by number, and a table that tells which are known.

   A slot of the table is 0 where it is free. For states of one word it is the mixed word, which tells the state
   itself; for states of more words 32 bits of their hash and 32 of the number under which the store has them.
   Its place is the highest bits of the slot, so that the table grows where it stands, from back to front and
   without a look at the states; the highest of them tell the partition, which has all its slots in a row. */

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
    FIRST_BITS = 14, /* slots at the start, as a power of two */
    MOST_BITS = RH_WORDS == 1 ? 46 : 32, /* more words: a slot holds no more bits of the hash */
    SEGMENT_BITS = 19,
    SEGMENT = 1 << SEGMENT_BITS, /* states of one piece of the store */
    HUGE_PAGE = 1 << 21,
    FULL = 7, FULL_OF = 8 /* the table grows before more than this part of a partition is used */
};

#define NONE UINT32_MAX
#define MOST_STATES (RH_WORDS == 1 ? (uint64_t)NONE - 1 : (uint64_t)INT32_MAX - 1)
#define UNNUMBERED 0x80000000u /* in a slot: a state without a number yet; 6 bits for the thread, 25 for the step */
#define MOST_CANDIDATES (1u << 25)

enum { OK = 0, OUT_OF_MEMORY = 1, OUT_OF_NUMBERS = 2 };

typedef struct {
    uint64_t *slots;
    int bits, room_bits; /* how many slots, and how many there are addresses for, as powers of two */
    uint64_t used[PARTITIONS][8]; /* the first of each alone: threads write to them, each to lines of its own */
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

/* Whether so much more is allowed; it then counts as taken. */
static int take(store *s, size_t size)
{
    size_t now = atomic_fetch_add(&s->bytes, size) + size, before = atomic_load(&s->peak);
    if (now > s->allowed) {
        atomic_fetch_sub(&s->bytes, size);
        return 0;
    }
    while (now > before && !atomic_compare_exchange_weak(&s->peak, &before, now)) {}
    return 1;
}

/* Addresses, in huge pages where that pays; NULL where there are no more. */
static void *addresses(size_t size, int protection)
{
    size_t more = size >= HUGE_PAGE ? HUGE_PAGE : 0;
    char *start = mmap(NULL, size + more, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED)
        return NULL;
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

/* Zeroed memory; NULL where there is no more or no more is allowed. */
static void *pages(store *s, size_t size)
{
    if (!take(s, size))
        return NULL;
    void *start = addresses(size, PROT_READ | PROT_WRITE);
    if (!start)
        atomic_fetch_sub(&s->bytes, size);
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

/* The slot after this one, of the same partition; `mask` is for the slots of one. */
static inline uint64_t next_of(uint64_t at, uint64_t mask)
{
    return (at & ~mask) | ((at + 1) & mask);
}

/* The first slots, and addresses for as many as may ever be allowed, so that the table never moves. */
static int table_begin(store *s)
{
    s->bits = FIRST_BITS;
    if (!take(s, 8ull << FIRST_BITS))
        return 0;
    s->room_bits = FIRST_BITS;
    while (s->room_bits < MOST_BITS && 8ull << s->room_bits < s->allowed)
        s->room_bits++;
    while (!(s->slots = addresses(8ull << s->room_bits, PROT_NONE)))
        if (s->room_bits-- == FIRST_BITS)
            return 0;
    return !mprotect(s->slots, 8ull << FIRST_BITS, PROT_READ | PROT_WRITE);
}

static void table_end(store *s)
{
    if (s->slots)
        munmap(s->slots, 8ull << s->room_bits);
}

/* Whether so many more slots of a partition can be used without another table being better. */
static inline int has_room(const store *s, int partition, uint64_t more)
{
    return (s->used[partition][0] + more) * FULL_OF <= (uint64_t)FULL << (s->bits - PARTITION_BITS);
}

/* Memory for twice the slots; their content is for `spread` to bring to its places. */
static int table_double(store *s)
{
    if (s->bits == MOST_BITS)
        return OUT_OF_NUMBERS;
    size_t size = 8ull << s->bits;
    if (s->bits == s->room_bits || !take(s, size))
        return OUT_OF_MEMORY;
    if (mprotect(s->slots, 2 * size, PROT_READ | PROT_WRITE)) {
        atomic_fetch_sub(&s->bytes, size);
        return OUT_OF_MEMORY;
    }
    s->bits++;
    return OK;
}

/* Bring a partition of a table that was doubled to its places. The new ones of partition p are the old ones of
   2p and 2p + 1, which must have left theirs; `from` is its old slots, or a copy of them. */
static void spread(store *s, int partition, const uint64_t *from)
{
    uint64_t old = 1ull << (s->bits - 1 - PARTITION_BITS), mask = 2 * old - 1;
    if (partition < PARTITIONS / 2)
        memset(s->slots + partition * 2 * old, 0, 2 * old * 8);
    for (uint64_t i = 0; i < old; i++)
        if (from[i]) {
            uint64_t at = from[i] >> (64 - s->bits);
            while (s->slots[at])
                at = next_of(at, mask);
            s->slots[at] = from[i];
        }
}

/* The same for partition 0, whose new places are its old ones in part. */
static int spread_first(store *s)
{
    size_t size = 8ull << (s->bits - 1 - PARTITION_BITS);
    uint64_t *copy = pages(s, size);
    if (!copy)
        return OUT_OF_MEMORY;
    memcpy(copy, s->slots, size);
    spread(s, 0, copy);
    give_back(s, copy, size);
    return OK;
}

static inline void fetch(const store *s, uint64_t h)
{
    __builtin_prefetch(s->slots + (h >> (64 - s->bits)), 1);
}

/* Whether the state stands in no slot yet; it then does, as `unnumbered`, at *place. */
static inline int insert(store *s, uint64_t h, const uint64_t *words, uint32_t unnumbered, uint64_t **place)
{
    uint64_t *slots = s->slots, mask = (1ull << (s->bits - PARTITION_BITS)) - 1, at = h >> (64 - s->bits), slot;
#if RH_WORDS == 1
    (void)words, (void)unnumbered, (void)place;
    if (!h) { /* partition 0, and so this thread's alone */
        int new = !s->has_zero;
        s->has_zero = 1;
        return new;
    }
    while ((slot = slots[at])) {
        if (slot == h)
            return 0;
        at = next_of(at, mask);
    }
    slots[at] = h;
#else
    while ((slot = slots[at])) {
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
        at = next_of(at, mask);
    }
    slots[at] = h >> 32 << 32 | unnumbered;
    *place = slots + at;
#endif
    s->used[partition_of(h)][0]++;
    return 1;
}
