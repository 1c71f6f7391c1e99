/* The kernel, written by hand in Promela: one option of the loop is one transition.

   SLOTS (at most 3), HAND, DECK, SECURITY and EGGS come from the command line of spin (-DSLOTS=2 ...). A Digimon
   is 1 + 4*(level-3) + 2*suspended + fresh, an empty slot 0, and the slots of a player stand in descending order. */

#define MIN_SLOT(p) (SLOTS * (p))
#define CODE(level, suspended, fresh) (1 + 4 * ((level) - 3) + 2 * (suspended) + (fresh))
#define LEVEL(code) (3 + ((code) - 1) / 4)
#define IS_SUSPENDED(code) (((code) - 1) & 2)
#define IS_FRESH(code) (((code) - 1) & 1)
#define SUSPENDED(code) ((code) + 2)

#define ME turn
#define OPPONENT (1 - turn)
#define SLOT(p, i) slot[MIN_SLOT(p) + (i)]
#define FREE(p) (SLOT(p, SLOTS - 1) == 0)
/* identical Digimon are tried once */
#define FIRST(p, i) (SLOT(p, i) && ((i) == 0 || SLOT(p, i) != SLOT(p, (i) - ((i) > 0))))
#define CAN_ATTACK(i) (FIRST(ME, i) && !IS_SUSPENDED(SLOT(ME, i)) && !IS_FRESH(SLOT(ME, i)))
#define PAYABLE(cost) (memory + 10 >= (cost))
/* from the level of the Digimon that digivolves */
#define DIGIVOLUTION_COST(level) ((level) == 2 -> 1 : ((level) == 3 -> 2 : 3))

mtype = { over, draw, breed, main };

mtype phase = breed;
bit turn;
byte memory; /* as the turn player sees it; negative only within a step */
byte slot[2 * SLOTS];
byte breeding[2]; /* level - 1, or 0 */
byte hand[2] = HAND;
byte deck[2] = DECK;
byte security[2] = SECURITY;
byte eggs[2] = EGGS;

/* of a step alone */
hidden byte i;
hidden byte held;
hidden byte cost_of_this;
hidden byte attacking;
hidden byte defending;

inline order(one, other)
{
  if
  :: one < other -> held = one; one = other; other = held
  :: else
  fi
}

inline sort(p)
{
  skip;
#if SLOTS > 1
  order(SLOT(p, 0), SLOT(p, 1));
#endif
#if SLOTS > 2
  order(SLOT(p, 1), SLOT(p, 2));
  order(SLOT(p, 0), SLOT(p, 1));
#endif
}

inline end_turn(new_memory)
{
  memory = new_memory;
  for (i : 0 .. SLOTS - 1) {
    if
    :: SLOT(ME, i) && IS_FRESH(SLOT(ME, i)) -> SLOT(ME, i)--
    :: else
    fi
  }
  sort(ME);
  turn = OPPONENT;
  phase = draw
}

inline pay(cost)
{
  if
  :: memory >= cost -> memory = memory - cost
  :: else -> end_turn(cost - memory)
  fi
}

inline end_game(winner)
{
  for (i : 0 .. 2 * SLOTS - 1) { slot[i] = 0 }
  for (i : 0 .. 1) {
    breeding[i] = 0; hand[i] = 0; deck[i] = 0; security[i] = 0; eggs[i] = 0
  }
  turn = winner;
  phase = over;
  memory = 0 /* a d_step may not end with a loop */
}

/* the last slot is the empty one; sorting moves it up */
inline add(code)
{
  SLOT(ME, SLOTS - 1) = code;
  sort(ME)
}

inline bonus_draw()
{
  hand[ME]--;
  if
  :: deck[ME] > 0 -> deck[ME]--; hand[ME]++
  :: else
  fi
}

#define PLAY(level, cost) \
  :: d_step { phase == main && hand[ME] > 0 && FREE(ME) && PAYABLE(cost) -> \
       hand[ME]--; add(CODE(level, 0, 1)); pay(cost) }

/* a level is four codes wide */
#define DIGIVOLVE(i_) \
  :: d_step { phase == main && FIRST(ME, i_) && LEVEL(SLOT(ME, i_)) < 6 && hand[ME] > 0 && \
       PAYABLE(DIGIVOLUTION_COST(LEVEL(SLOT(ME, i_)))) -> \
       cost_of_this = DIGIVOLUTION_COST(LEVEL(SLOT(ME, i_))); \
       SLOT(ME, i_) = SLOT(ME, i_) + 4; sort(ME); bonus_draw(); pay(cost_of_this) }

#define ATTACK(i_) \
  :: d_step { phase == main && CAN_ATTACK(i_) && security[OPPONENT] == 0 -> end_game(turn) } \
  :: d_step { phase == main && CAN_ATTACK(i_) && security[OPPONENT] > 0 -> \
       security[OPPONENT]--; SLOT(ME, i_) = SUSPENDED(SLOT(ME, i_)); sort(ME) } \
  :: d_step { phase == main && CAN_ATTACK(i_) && security[OPPONENT] > 0 -> \
       security[OPPONENT]--; SLOT(ME, i_) = 0; sort(ME) }

#define BATTLE(i_, j_) \
  :: d_step { phase == main && CAN_ATTACK(i_) && FIRST(OPPONENT, j_) && IS_SUSPENDED(SLOT(OPPONENT, j_)) -> \
       attacking = LEVEL(SLOT(ME, i_)); defending = LEVEL(SLOT(OPPONENT, j_)); \
       if \
       :: attacking > defending -> SLOT(ME, i_) = SUSPENDED(SLOT(ME, i_)) \
       :: else -> SLOT(ME, i_) = 0 \
       fi; \
       if \
       :: attacking >= defending -> SLOT(OPPONENT, j_) = 0 \
       :: else \
       fi; \
       sort(ME); sort(OPPONENT) }

active proctype game()
{
end:
  do
  :: d_step { phase == draw && deck[ME] == 0 -> end_game(OPPONENT) }
  :: d_step { phase == draw && deck[ME] > 0 ->
       for (i : 0 .. SLOTS - 1) {
         if
         :: SLOT(ME, i) && IS_SUSPENDED(SLOT(ME, i)) -> SLOT(ME, i) = SLOT(ME, i) - 2
         :: else
         fi
       }
       sort(ME); deck[ME]--; hand[ME]++; phase = breed }

  :: d_step { phase == breed && breeding[ME] == 0 && eggs[ME] > 0 -> eggs[ME]--; breeding[ME] = 1; phase = main }
  :: d_step { phase == breed && breeding[ME] >= 2 && FREE(ME) ->
       add(CODE(breeding[ME] + 1, 0, 0)); breeding[ME] = 0; phase = main }
  :: d_step { phase == breed -> phase = main }

  PLAY(3, 3)
  PLAY(4, 5)
  PLAY(6, 11)
  DIGIVOLVE(0)
  :: d_step { phase == main && breeding[ME] >= 1 && breeding[ME] <= 3 && hand[ME] > 0 &&
       PAYABLE(DIGIVOLUTION_COST(breeding[ME] + 1)) ->
       cost_of_this = DIGIVOLUTION_COST(breeding[ME] + 1); breeding[ME]++; bonus_draw(); pay(cost_of_this) }
  ATTACK(0)
  BATTLE(0, 0)
#if SLOTS > 1
  DIGIVOLVE(1)
  ATTACK(1)
  BATTLE(0, 1)
  BATTLE(1, 0)
  BATTLE(1, 1)
#endif
#if SLOTS > 2
  DIGIVOLVE(2)
  ATTACK(2)
  BATTLE(0, 2)
  BATTLE(1, 2)
  BATTLE(2, 0)
  BATTLE(2, 1)
  BATTLE(2, 2)
#endif
  :: d_step { phase == main -> end_turn(3) }
  od
}
