/* Breadth-first search of the model generated above: exact, level by level, with any number of threads.

   States are numbered in the order in which a plain search with a queue meets them, however many threads run:
   a batch of states is expanded by all threads, each a part of it; what they lead to is looked up in 64
   partitions of the table, each by one thread and in the order of (parent, step); then the new states are
   numbered in that order and appended to the store. A thread alone numbers them as it looks them up. So the
   states, their parents and every count are the same for one thread and for many. */

enum {
    BATCH = 4096, /* states of a batch for each thread: what they lead to stays in the cache */
    ALONE = 256,  /* a batch too small to be worth waking the other threads */
    AHEAD = 24,   /* slots fetched ahead of their use */
    MASKS = (RH_INVARIANTS + 63) / 64 + 1,
    MEETS = (RH_SOMETIMES + 63) / 64 + 1,
    SAMPLES = 10  /* deadlocked states that are remembered */
};

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
    uint32_t count, room;
    rh_expansion expansion;
    uint16_t *action;
    uint64_t *degrees;      /* states by the number of steps out of them, of all finished batches */
    uint32_t broken_from[RH_INVARIANTS + 1];
    uint64_t met[MEETS];
    uint64_t deadlocks;
    uint32_t deadlocked[SAMPLES];
} worker;

typedef struct search {
    store store;
    uint64_t done;          /* states before this number have been expanded */
    uint64_t upto;          /* states before this number are to be */
    int threads, sharing;   /* how many there are, and how many are at work now */
    int failed;             /* why it cannot go on */
    int growing;            /* the table was doubled just now */
    int owner[PARTITIONS];  /* the thread that looks up what belongs to a partition */
    worker *workers;
    /* tallies of all finished batches */
    uint64_t taken[RH_ACTIONS + 1], cut[RH_BOUNDS + 1];
    uint8_t guard_held[RH_GUARDS + 1], guard_failed[RH_GUARDS + 1];
    uint32_t broken_from[RH_INVARIANTS + 1]; /* the first state with a step to one that breaks it, or NONE */
    uint64_t met[MEETS];
    uint64_t deadlocks;
    uint32_t deadlocked[SAMPLES];
    /* how the threads wait for each other */
    pthread_mutex_t lock;
    pthread_cond_t work;
    uint64_t calls;         /* given out so far, guarded by the lock */
    int ending;
    atomic_int arrived;
    atomic_uint round;
} search;

/* Wait until every thread that is at work is here. */
static void meet(search *s)
{
    unsigned round = atomic_load(&s->round);
    int sharing = s->sharing; /* once the last is here the next call may change it */
    if (sharing == 1)
        return;
    if (atomic_fetch_add(&s->arrived, 1) + 1 == sharing) {
        atomic_store(&s->arrived, 0);
        atomic_fetch_add(&s->round, 1);
        return;
    }
    for (int tries = 0; atomic_load(&s->round) == round; tries++)
        if (tries > 4000)
            sched_yield();
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
    int enough = enlarge(&s->store, &w->words, old * RH_WORDS * 8, new * RH_WORDS * 8)
        && enlarge(&s->store, &w->hash, old * 8, new * 8) && enlarge(&s->store, &w->is_new, old / 8, new / 8)
        && (RH_WORDS == 1 || enlarge(&s->store, &w->place, old * 8, new * 8));
    for (int t = 0; t < s->threads && s->threads > 1 && enough; t++)
        enough = enlarge(&s->store, &w->owned[t], old * 4, new * 4);
    if (!enough)
        return 0;
    w->room = (uint32_t)new;
    s->store.candidates[w->number] = w->words;
    return 1;
}

static void forget_batch(worker *w)
{
    memset(&w->expansion, 0, sizeof w->expansion);
    w->expansion.action = w->action;
    memset(w->owned_count, 0, sizeof w->owned_count);
    memset(w->incoming, 0, sizeof w->incoming);
    w->count = 0;
    w->deadlocks = 0;
    w->failed = OK;
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
    int shared = s->sharing > 1;
    rh_expansion *out = &w->expansion;
    for (uint64_t number = w->first; number < w->last; number++) {
        const uint64_t *state = words_of(&s->store, number);
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
            w->hash[w->count] = h;
            w->incoming[partition_of(h)]++;
            if (shared) {
                int owner = s->owner[partition_of(h)];
                w->owned[owner][w->owned_count[owner]++] = w->count;
            }
            w->count++;
        }
    }
    w->start[w->last - w->first] = w->count;
}

/* Whether the table can take what the batch leads to. */
static int table_fits(const search *s)
{
    int fits = 1;
    for (int p = 0; p < PARTITIONS; p++) {
        uint64_t incoming = 0;
        for (int e = 0; e < s->sharing; e++)
            incoming += s->workers[e].incoming[p];
        fits &= has_room(&s->store, p, incoming);
    }
    return fits;
}

/* Let the table grow as far as the batch needs. All threads at work do this together: thread 0 decides, and
   each spreads its part of the partitions. */
static void make_room(worker *w)
{
    search *s = w->search;
    store *all = &s->store;
    for (;;) {
        if (w->number == 0 && !s->failed && (s->growing = !table_fits(s)))
            s->failed = table_double(all);
        meet(s);
        if (s->failed || !s->growing)
            return;
        for (int end = PARTITIONS; end > 1; end /= 2) {
            for (int p = end / 2; p < end; p++)
                if (p % s->sharing == w->number)
                    spread(all, p, all->slots + ((uint64_t)p << (all->bits - 1 - PARTITION_BITS)));
            meet(s);
        }
        if (w->number == 0)
            s->failed = spread_first(all);
    }
}

/* Look up what belongs to this thread, in the order of the steps; what is new stays in the lists. */
static void look_up(worker *self)
{
    search *s = self->search;
    for (int e = 0; e < s->sharing; e++) {
        worker *w = &s->workers[e];
        uint32_t *steps = w->owned[self->number], count = w->owned_count[self->number], kept = 0;
        for (uint32_t i = 0; i < count; i++) {
            if (i + AHEAD < count)
                fetch(&s->store, w->hash[steps[i + AHEAD]]);
            uint32_t step = steps[i];
            steps[kept] = step;
            kept += (uint32_t)insert(&s->store, w->hash[step], w->words + (size_t)step * RH_WORDS,
                                     UNNUMBERED | (uint32_t)e << 25 | step, &w->place[step]);
        }
        w->owned_count[self->number] = kept;
    }
}

/* Append a new state to the store. */
static inline void append(search *s, uint64_t number, const uint64_t *words, uint64_t parent)
{
    uint64_t *stored = words_of(&s->store, number);
    for (int i = 0; i < RH_WORDS; i++)
        stored[i] = words[i];
    *parent_of(&s->store, number) = (uint32_t)parent;
}

/* Number the new states that this worker's steps led to and append them; what number comes after theirs. */
static uint64_t number_new(worker *w, uint64_t number)
{
    search *s = w->search;
    uint64_t parent = w->first;
    memset(w->is_new, 0, ((size_t)w->count + 63) / 64 * 8);
    for (int t = 0; t < s->sharing; t++)
        for (uint32_t i = 0; i < w->owned_count[t]; i++)
            w->is_new[w->owned[t][i] >> 6] |= 1ull << (w->owned[t][i] & 63);
    for (uint32_t group = 0; group < (w->count + 63) / 64; group++)
        for (uint64_t bits = w->is_new[group]; bits; bits &= bits - 1) {
            uint32_t step = group * 64 + (uint32_t)__builtin_ctzll(bits);
            while (w->start[parent - w->first + 1] <= step)
                parent++;
            append(s, number, w->words + (size_t)step * RH_WORDS, parent);
#if RH_WORDS > 1
            *w->place[step] = w->hash[step] >> 32 << 32 | (uint32_t)(number + 1);
#endif
            number++;
        }
    return number;
}

/* All of this for one thread: look up each step, and number what is new at once. */
static uint64_t look_up_and_number(worker *w, uint64_t number)
{
    search *s = w->search;
    for (uint64_t parent = w->first; parent < w->last; parent++)
        for (uint32_t step = w->start[parent - w->first]; step < w->start[parent - w->first + 1]; step++) {
            const uint64_t *words = w->words + (size_t)step * RH_WORDS;
            uint64_t *place;
            if (step + AHEAD < w->count)
                fetch(&s->store, w->hash[step + AHEAD]);
            if (insert(&s->store, w->hash[step], words, (uint32_t)(number + 1), &place))
                append(s, number++, words, parent);
        }
    return number;
}

/* What the states of these numbers break and meet. */
static void judge(worker *w, uint64_t number, uint64_t end)
{
    search *s = w->search;
    uint64_t mask[MASKS] = {0};
    int waiting = 0;
    for (int i = 0; i < RH_SOMETIMES; i++)
        waiting |= !(s->met[i >> 6] >> (i & 63) & 1);
    for (; number < end; number++) {
        const uint64_t *words = words_of(&s->store, number);
        rh_broken(words, mask);
        if (any(mask, MASKS)) {
            note_broken(w, mask, *parent_of(&s->store, number));
            memset(mask, 0, sizeof mask);
        }
        if (waiting)
            rh_meets(words, w->met);
    }
}

/* All tallies of a finished batch go to those of the search. */
static void add_up(search *s)
{
    for (int e = 0; e < s->sharing; e++) {
        worker *w = &s->workers[e];
        for (int i = 0; i < RH_ACTIONS; i++)
            s->taken[i] += w->expansion.taken[i];
        for (int i = 0; i < RH_BOUNDS; i++)
            s->cut[i] += w->expansion.cut[i];
        for (int i = 0; i < RH_GUARDS; i++) {
            s->guard_held[i] |= w->expansion.guard_held[i];
            s->guard_failed[i] |= w->expansion.guard_failed[i];
        }
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

/* Room in the store for the new states of a batch, however many of its steps lead to one. */
static int place_new(search *s)
{
    uint64_t most = s->store.known;
    for (int e = 0; e < s->sharing; e++) {
        if (s->workers[e].failed)
            return s->workers[e].failed;
        most += s->workers[e].count;
    }
    return store_room(&s->store, most);
}

/* How many steps of a worker led to new states. */
static uint64_t found(const search *s, const worker *w)
{
    uint64_t found = 0;
    for (int t = 0; t < s->sharing; t++)
        found += w->owned_count[t];
    return found;
}

/* What all threads at work do together with what is left to expand, batch after batch; thread 0 does alone what
   must be done once. After a failure nothing of the batch is kept. */
static void share(worker *w)
{
    search *s = w->search;
    uint64_t done = s->done, upto = s->upto, most = (uint64_t)BATCH * (uint64_t)s->sharing;
    uint64_t sharing = (uint64_t)s->sharing, number = (uint64_t)w->number;
    while (done < upto && !s->failed) {
        uint64_t size = upto - done < most ? upto - done : most;
        forget_batch(w);
        w->first = done + size * number / sharing;
        w->last = done + size * (number + 1) / sharing;
        done += size;
        expand(w);
        meet(s);
        if (number == 0)
            s->failed = place_new(s);
        make_room(w);
        if (s->failed)
            return;
        uint64_t first = s->store.known, last;
        if (sharing == 1)
            last = look_up_and_number(w, first);
        else {
            look_up(w);
            meet(s);
            for (int e = 0; e < w->number; e++)
                first += found(s, &s->workers[e]);
            last = number_new(w, first);
        }
        judge(w, first, last);
        for (uint64_t i = 0; i < w->last - w->first; i++)
            w->degrees[w->start[i + 1] - w->start[i]]++;
        meet(s);
        if (number == sharing - 1)
            s->store.known = last;
        if (number == 0) {
            add_up(s);
            s->done = done;
        }
        meet(s);
    }
}

static void *work(void *given)
{
    worker *w = given;
    search *s = w->search;
    for (uint64_t call = 1;; call++) {
        pthread_mutex_lock(&s->lock);
        while (s->calls < call && !s->ending)
            pthread_cond_wait(&s->work, &s->lock);
        int ending = s->ending;
        pthread_mutex_unlock(&s->lock);
        if (ending)
            return NULL;
        share(w);
    }
}

/* ---- what the driver calls ---- */

void rh_end(search *s)
{
    if (!s)
        return;
    pthread_mutex_lock(&s->lock);
    s->ending = 1;
    pthread_cond_broadcast(&s->work);
    pthread_mutex_unlock(&s->lock);
    for (int e = 0; e < s->threads; e++) {
        worker *w = &s->workers[e];
        if (e && w->number) /* it has started */
            pthread_join(w->thread, NULL);
        give_back(&s->store, w->words, (size_t)w->room * RH_WORDS * 8);
        give_back(&s->store, w->hash, (size_t)w->room * 8);
        give_back(&s->store, w->is_new, (size_t)w->room / 8);
        give_back(&s->store, w->place, (size_t)w->room * 8);
        for (int t = 0; t < s->threads; t++)
            give_back(&s->store, w->owned[t], (size_t)w->room * 4);
        free(w->start);
        free(w->action);
        free(w->degrees);
    }
    table_end(&s->store);
    for (uint64_t i = 0; i < s->store.segments; i++) {
        give_back(&s->store, s->store.words[i], (size_t)SEGMENT * RH_WORDS * 8);
        give_back(&s->store, s->store.parents[i], (size_t)SEGMENT * 4);
    }
    free(s->store.words);
    free(s->store.parents);
    free(s->workers);
    pthread_cond_destroy(&s->work);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

/* A search that knows no state yet, of at most `allowed` bytes; NULL where there is no memory for it. */
search *rh_begin(int threads, uint64_t allowed)
{
    search *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->threads = threads < 1 ? 1 : threads > MOST_THREADS ? MOST_THREADS : threads;
    s->store.allowed = allowed;
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->work, NULL);
    for (int i = 0; i < RH_INVARIANTS; i++)
        s->broken_from[i] = NONE;
    for (int p = 0; p < PARTITIONS; p++)
        s->owner[p] = p * s->threads / PARTITIONS;
    s->workers = calloc((size_t)s->threads, sizeof *s->workers);
    int enough = s->workers != NULL;
    if (!enough)
        s->threads = 0;
    enough = enough && table_begin(&s->store);
    for (int e = 0; e < s->threads && enough; e++) {
        worker *w = &s->workers[e];
        w->search = s;
        w->start = malloc((BATCH + 1) * sizeof *w->start);
        w->action = malloc((RH_MOST_STEPS + 1) * sizeof *w->action);
        w->degrees = calloc(RH_MOST_STEPS + 1, sizeof *w->degrees);
        enough = w->start && w->action && w->degrees;
        if (e && enough) {
            enough = !pthread_create(&w->thread, NULL, work, w);
            w->number = enough ? e : 0;
        }
    }
    if (!enough) {
        rh_end(s);
        return NULL;
    }
    return s;
}

/* Expand the states before number `upto`, which must be known. What a failing batch found is forgotten, and
   nothing can be looked up any more: such a search can only be read and ended. */
int rh_search(search *s, uint64_t upto)
{
    s->upto = upto;
    s->sharing = upto - s->done <= ALONE ? 1 : s->threads;
    if (s->sharing > 1) {
        pthread_mutex_lock(&s->lock);
        s->calls++;
        pthread_cond_broadcast(&s->work);
        pthread_mutex_unlock(&s->lock);
    }
    share(&s->workers[0]);
    return s->failed;
}

enum { RECORD = RH_WORDS * 8 + 4 };

/* Put states back (or the first one in): records of words and parent; -1 where one of them is known already. */
int rh_restore(search *s, const uint8_t *records, uint64_t count)
{
    s->sharing = 1;
    for (uint64_t i = 0; i < count; i++, records += RECORD) {
        int failed = store_room(&s->store, s->store.known + 1);
        if (failed)
            return failed;
        uint64_t *words = words_of(&s->store, s->store.known), *place;
        memcpy(words, records, RH_WORDS * 8);
        memcpy(parent_of(&s->store, s->store.known), records + RH_WORDS * 8, 4);
        uint64_t h = mixed(words);
        memset(s->workers[0].incoming, 0, sizeof s->workers[0].incoming);
        s->workers[0].incoming[partition_of(h)] = 1;
        make_room(&s->workers[0]);
        if (s->failed)
            return s->failed;
        if (!insert(&s->store, h, words, (uint32_t)(s->store.known + 1), &place))
            return -1;
        s->store.known++;
    }
    return OK;
}

void rh_copy(const search *s, uint64_t first, uint64_t count, uint8_t *records)
{
    for (uint64_t number = first; number < first + count; number++, records += RECORD) {
        memcpy(records, words_of(&s->store, number), RH_WORDS * 8);
        memcpy(records + RH_WORDS * 8, parent_of(&s->store, number), 4);
    }
}

/* Go on from here: the states before this number have been expanded in another process. */
void rh_resume(search *s, uint64_t done)
{
    s->done = done;
}

/* How many numbers rh_tell writes: the single ones, then taken, cut, guards that held and that failed, the
   states from which each invariant is broken, properties met, degrees. */
uint64_t rh_tallies(void)
{
    return 5 + SAMPLES + RH_ACTIONS + RH_BOUNDS + 2 * RH_GUARDS + RH_INVARIANTS + RH_SOMETIMES + RH_MOST_STEPS + 1;
}

void rh_tell(search *s, uint64_t *out)
{
    *out++ = s->store.known;
    *out++ = s->done;
    *out++ = atomic_load(&s->store.bytes);
    *out++ = atomic_load(&s->store.peak);
    *out++ = s->deadlocks;
    for (int i = 0; i < SAMPLES; i++)
        *out++ = s->deadlocked[i];
    for (int i = 0; i < RH_ACTIONS; i++)
        *out++ = s->taken[i];
    for (int i = 0; i < RH_BOUNDS; i++)
        *out++ = s->cut[i];
    for (int i = 0; i < RH_GUARDS; i++)
        *out++ = s->guard_held[i];
    for (int i = 0; i < RH_GUARDS; i++)
        *out++ = s->guard_failed[i];
    for (int i = 0; i < RH_INVARIANTS; i++)
        *out++ = s->broken_from[i];
    for (int i = 0; i < RH_SOMETIMES; i++)
        *out++ = s->met[i >> 6] >> (i & 63) & 1;
    for (int i = 0; i <= RH_MOST_STEPS; i++, out++)
        for (int e = *out = 0; e < s->threads; e++)
            *out += s->workers[e].degrees[i];
}

uint32_t rh_most_steps(void)
{
    return RH_MOST_STEPS;
}

/* The steps out of a state that stay within the bounds: how many, the states after them, their actions. */
uint32_t rh_steps(const uint64_t *state, uint64_t *words, uint16_t *actions)
{
    rh_expansion *out = calloc(1, sizeof *out);
    if (!out)
        return NONE;
    out->words = words;
    out->action = actions;
    rh_expand(state, out);
    uint32_t steps = out->steps;
    free(out);
    return steps;
}
