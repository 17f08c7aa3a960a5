"""Sentences by key. The core speaks in keys and figures; whoever shows something says it in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Mapping


def N_(text: str) -> str:  # noqa: N802  # the name that message extraction looks for
    """Mark a sentence for translation; it is translated when it is said."""
    return text


Plural = tuple[str, str]
"""A sentence for one, and for more; which it is, its figure `count` says by the rule of the language."""


def N_many(one: str, many: str) -> Plural:  # noqa: N802
    """Mark a sentence that depends on its figure `count`."""
    return one, many


PROBLEMS = {
    # the match file
    "in_round": N_("round %(number)s: %(problem)s"),
    "in_part": N_("%(part)s: %(problem)s"),
    "match_shape": N_("a match is an object with game, seats, first_dealer and rounds"),
    "other_format": N_("this is format %(format)s; another cannot be read"),
    "key_missing": N_("“%(name)s” is missing"),
    "unknown_key": N_("“%(name)s” is not known here"),
    "options_shape": N_("options: an object of house rules is wanted"),
    "rounds_shape": N_("rounds: a list is wanted"),
    "round_shape": N_("a round is an object"),
    "not_a_round": N_("a misdeal is either true or not there"),
    "file_started": N_("a date and time with its zone is wanted"),
    "start_shape": N_("an object with score, streak or kots is wanted"),
    "names_list": N_("a list of names is wanted"),
    "already_over": N_("the match is already over"),
    "still_counts": N_("marked as uncounted, but the match is not over"),
    "ended_how": N_("a match is ended “agreed”, or conceded by a side"),
    # the opening
    "unknown_game": N_("this game is not known; known are %(games)s"),
    "seats_for_game": N_("this game is for %(seats)s players"),
    "unknown_option": N_("“%(name)s” is not a house rule of this game"),
    "option_choice": N_("%(name)s is one of %(choices)s"),
    "option_range": N_("a whole number from %(low)s to %(high)s is wanted"),
    "seat_range": N_("a seat is a number from %(low)s to %(high)s"),
    "side_range": N_("a side is 0 (A) or 1 (B)"),
    "start_range": N_("a score to start from is a whole number from %(low)s to %(high)s"),
    "one_streak": N_("only one side can have a streak"),
    "start_is_over": N_("with this start the match would already be over"),
    "kots_not_counted": N_("this game does not count kots"),
    "not_text": N_("text is wanted"),
    "odd_letters": N_("this holds letters that cannot be shown"),
    "too_long": N_("at most %(longest)s letters"),
    "name_missing": N_("a name is wanted"),
    # an entry
    "not_a_number": N_("a whole number is wanted"),
    "not_true_or_false": N_("true or false is wanted"),
    "not_a_pair": N_("two numbers are wanted, one for each side"),
    "unknown_suit": N_("a suit is spades, hearts, diamonds, clubs or none"),
    "bidder_missing": N_("Who bid? Tap a player."),
    "bid_missing": N_("How many? Tap a number."),
    "bid_range": N_("a bid is %(low)s to %(high)s"),
    "forced_or_bid": N_("when all passed nobody bid: leave out bidder and bid"),
    "no_bidding": N_("nobody bids in this game"),
    "result_missing": N_("Made or failed? Tap one."),
    "tricks_or_made": N_("give the tricks, or made or failed, not both"),
    "tricks_missing": N_("How many tricks? Tap a number."),
    "tricks_range": N_("tricks are %(low)s to %(high)s"),
    "tricks_sum": N_("the tricks of both sides add up to %(total)s"),
    "tricks_not_counted": N_("tricks are counted only when the tens are level and the house rule asks for them"),
    "classic_range": N_("play stops at %(high)s tricks: the other side has 0 to 6"),
    "one_side_has_seven": N_("one side has 7 tricks, the other 0 to 6"),
    "tens_missing": N_("Who caught the tens? Tap one."),
    "tens_range": N_("tens are %(low)s to %(high)s"),
    "tens_sum": N_("the tens of both sides add up to %(total)s"),
    "no_tricks_no_tens": N_("No tricks, no tens: a ten is taken in a trick."),
    "which_sum": N_("tick as many tens as team A caught: %(tens)s"),
    "which_needs_one_pack": N_("with three packs the tens are not told apart"),
    "first_dealer_missing": N_("Who deals first? Tap a player, or draw."),
    "ahead_missing": N_("Whose is it? Tap a side."),
    "gap_sign": N_("Give the gap without a sign, and tap who is ahead."),
    "not_sure": N_("Tick the box first."),
    "code_missing": N_("Type the code."),
    "code_unknown": N_("No such code, or it is over. Look again, or ask for a new one."),
    "many_invitations": N_("There can be %(most)s invitations at once. Take one back first."),
    "many_phones": N_("%(most)s phones keep score here already. One of them must leave first."),
    "last_scorer": N_("This is the only phone that keeps score. Invite another one first."),
    "undone_by": N_("Already undone by %(who)s."),
    "redone_by": N_("Already brought back by %(who)s."),
    "seat_missing": N_("Who? Tap a player."),
    # an event
    "unknown_kind": N_("this cannot be said here"),
    "other_contract": N_("the result is for another bid"),
    "misdeal_has_no_entry": N_("a misdeal has no result"),
    "gap_has_no_contract": N_("a forgotten round answers no bid"),
    "other_rules": N_("Round %(number)s cannot be under these rules: its tricks were not counted."),
    "unknown_player": N_("this player is not known here"),
}

TABLE: dict[str, str | Plural] = {
    # a round, retold
    "told.bid_made": N_("%(seat)s %(bid)s%(suit)s made"),
    "told.bid_failed": N_("%(seat)s %(bid)s%(suit)s failed"),
    "told.forced_made": N_("%(seat)s %(bid)s%(suit)s made, forced"),
    "told.forced_failed": N_("%(seat)s %(bid)s%(suit)s failed, forced"),
    "told.tricks": N_("Tricks %(tricks)s%(suit)s"),
    "told.tens": N_("Tens %(tens)s%(suit)s"),
    "told.tens_tricks": N_("Tens %(tens)s, tricks %(tricks)s%(suit)s"),
    "told.cards": N_("Tens %(tens)s, tricks %(tricks)s: %(cards)s%(suit)s"),
    "told.call": N_("%(seat)s %(bid)s%(suit)s"),
    "told.misdeal": N_("Misdeal"),
    # who and where
    "player": N_("Player %(number)s"),
    "team_letter": N_("Team %(letter)s"),
    "stage": N_("Round %(number)s"),
    "stage.over": N_("Match over"),
    # what Undo and Redo name
    "undo": N_("Undo %(what)s"),
    "redo": N_("Bring back %(what)s"),
    "said.bid": N_("the bid"),
    "said.round": N_("round %(number)s: %(told)s"),
    "said.misdeal": N_("the misdeal"),
    "said.correction": N_("the correction"),
    "said.dealer": N_("the change of dealer"),
    "said.rules": N_("the change of rules"),
    "said.substitute": N_("the substitute"),
    "said.end": N_("the end"),
    "said.undo": N_("an undo"),
    "said.redo": N_("something brought back"),
    # who deals next, and why
    "deals.rematch": N_("%(dealer)s deals if you play again"),
    "deals.first": N_("%(dealer)s deals first"),
    "deals.paper": N_("%(dealer)s deals, as on the paper"),
    "deals.lost": N_("Same dealer: %(dealer)s"),
    "deals.won": N_("Deal passes right to %(dealer)s"),
    "deals.won_left": N_("Deal passes left to %(dealer)s"),
    "deals.misdeal": N_("Misdeal: %(dealer)s deals again"),
    "deals.by_hand": N_("%(dealer)s deals"),
    "why.first": "",
    "why.paper": "",
    "why.misdeal": "",
    "why.lost": N_("dealer’s team lost"),
    "why.won": N_("dealer’s team won"),
    "why.by_hand": N_("set by hand"),
    "why.by_hand_because": N_("set by hand: %(why)s"),
    "why.draw_lost_before": N_("nobody won, and the dealer’s team lost the round before"),
    "why.draw_won_before": N_("nobody won, and the dealer’s team won the round before"),
    "why.draw_first": N_("nobody won, and there is no round before"),
    "why.draw_again": N_("nobody won, again"),
    "why.draw_same": N_("nobody won; house rule: same dealer"),
    "why.draw_rotates": N_("nobody won; house rule: the deal moves on"),
    # the headline
    "lead": N_("%(side)s lead"),
    "level": N_("Level"),
    "rope": "%(lead)s: %(gap)s / %(limit)s",
    "to_go": N_many("%(count)s to go", "%(count)s to go"),
    "gap_goal": N_("%(count)s behind loses"),
    "in_a_row": N_("%(side)s in a row"),
    "no_streak": N_("No streak yet"),
    "more_for_kot": N_many("%(count)s more for kot", "%(count)s more for kot"),
    "streak_goal": N_("%(count)s in a row wins"),
    "points_goal": N_many("first to %(count)s point", "first to %(count)s points"),
    "rounds_won": N_("Rounds won"),
    "points": N_("Points"),
    "kots": N_("Kots %(kots)s"),
    "rounds_goal": N_many("first to %(count)s round", "first to %(count)s rounds"),
    "kots_goal": N_many("first to %(count)s kot", "first to %(count)s kots"),
    "in_row": N_many("%(side)s won the last %(count)s", "%(side)s won the last %(count)s"),
    "instant.four_tens": N_("all four tens at once wins"),
    "instant.twelve_tens": N_("all twelve tens at once wins"),
    "instant.all_tricks": N_("all 13 tricks at once wins"),
    "row.won": N_("won"),
    "row.kot": N_("kot"),
    # who does what
    "does.bids_first": N_("cuts, bids first"),
    "does.leads": N_("cuts, leads"),
    "does.names_trump": N_("cuts, names trump"),
    "does.called": N_("called %(bid)s, leads"),
    "does.forced": N_("must take 7, leads"),
    "called": N_("%(seat)s called %(bid)s%(suit)s and leads the first trick"),
    "all_passed": N_("All passed: %(seat)s must take 7 and names trump"),
    "danger.made": N_("%(side)s: making %(bid)s wins the match"),
    "danger.failed": N_("%(side)s: a failed %(bid)s loses the match"),
    # what a button will do
    "then.lead": N_("%(points)s · lead %(count)s"),
    "then.behind": N_("%(points)s · %(count)s behind"),
    "then.level": N_("%(points)s · level"),
    "then.wins": N_("%(points)s · wins the match"),
    "then.loses": N_("%(points)s · loses the match"),
    "then.streak": N_("%(count)s of %(target)s"),
    "then.points": N_("%(count)s of %(target)s"),
    "then.kot": N_("kot!"),
    "then.four_tens": N_("sirr"),
    "then.twelve_tens": N_("sirr"),
    "then.all_tricks": N_("wins all"),
    "then.nobody": N_("nobody"),
    "then.match": N_("wins"),
    # what the entry asks
    "asks.tervi": N_("Who bid, and how many?"),
    "asks.dehla_pakad": N_("Who caught the tens?"),
    "asks.tervi_classic": N_("Who reached 7 tricks?"),
    "asks.court_piece": N_("Who won, with how many?"),
    "asks.double_sar": N_("Tens, then tricks"),
    "asks.result": N_("Did %(side)s take %(bid)s?"),
    # what somebody new to it needs, until they have done it
    "tip.bid": N_("When the bidding is over, tap who won it and how many tricks they called."),
    "tip.result": N_("Play the round, then tap how it ended."),
    "tip.undo": N_("A wrong tap? Undo takes it back. Older rounds are put right in the history."),
    "tricks_of": N_("Tricks of %(side)s"),
    "tens_of": N_("%(side)s took the tens of"),
    "one_more": N_("One ten more for %(side)s"),
    "one_less": N_("One ten less for %(side)s"),
    # the series of an evening
    "evening.lead": N_("%(side)s lead the series %(score)s."),
    "evening.level": N_("The series is level at %(score)s."),
    # the end
    "rematch": N_("same seats, %(dealer)s deals"),
    "won": N_("%(side)s win"),
    "ended": N_("The match is over"),
    "end.gap": N_("%(count)s behind: %(loser)s lose"),
    "end.streak": N_many("Kot! %(count)s round", "Kot! %(count)s rounds running"),
    "big.four_tens": N_("Sirr!"),
    "big.twelve_tens": N_("Sirr!"),
    "big.all_tricks": N_("Kot!"),
    "end.points": N_many("First to %(count)s point", "First to %(count)s points"),
    "end.rounds": N_many("First to %(count)s round", "First to %(count)s rounds"),
    "end.kots": N_many("First to %(count)s kot", "First to %(count)s kots"),
    "end.four_tens": N_("All four tens in one round"),
    "end.twelve_tens": N_("All twelve tens in one round"),
    "end.all_tricks": N_("All thirteen tricks in one round"),
    "concede": N_("%(side)s concede"),
    "end.agreed": N_("Ended by agreement"),
    "end.conceded": N_("%(loser)s conceded"),
    # the history
    "round_number": N_("Round %(number)s"),
    "before_round": N_("before: %(heading)s"),
    "was": N_("was: %(told)s"),
    "history.struck": N_("Struck: %(told)s"),
    "history.never": N_("never happened"),
    "history.paper": N_("From paper: %(score)s, in a row %(streak)s"),
    "history.dealer": N_("%(dealer)s deals, set by hand"),
    "history.dealer_why": N_("%(dealer)s deals, set by hand: %(why)s"),
    "history.substitute": N_("%(name)s sits down for %(left)s"),
    "history.rename": N_("%(was)s is written %(name)s"),
    "history.rules": N_("House rules changed"),
    "history.misdeal": N_("Misdeal"),
    "chart.none": N_("No round yet."),
    "chart.gap": N_("Largest lead: %(side)s by %(count)s after round %(number)s. Changes of lead: %(turns)s."),
    "chart.streak": N_("Longest run: %(side)s with %(count)s, up to round %(number)s."),
    "chart.points": N_("Furthest ahead: %(side)s by %(count)s after round %(number)s."),
    "chart.level": N_("Level all along."),
    # what a correction would do
    "score.gap": N_("%(side)s lead by %(count)s"),
    "score.level": N_("level"),
    "score.streak": N_("%(side)s %(count)s in a row"),
    "score.rounds": N_("%(score)s, kots %(kots)s"),
    "look_moved": N_("The table has moved on since you looked. This is what it would do now."),
    "mend.round": N_("Round %(number)s: %(was)s → %(now)s"),
    "mend.added": N_("Round %(number)s: %(now)s, put in here."),
    "mend.struck": N_("Round %(number)s, %(was)s, never happened."),
    "mend.moves_up": N_("Later rounds move up."),
    "mend.moves_down": N_("Later rounds move down."),
    "mend.same": N_("No figure changes."),
    "mend.rule": N_("%(rule)s: %(was)s → %(now)s"),
    "mend.first_dealer": N_("First dealer: %(was)s → %(now)s"),
    "mend.score": N_("Score: %(was)s → %(now)s"),
    "mend.ends": N_("The match would have ended at round %(number)s: %(verdict)s. %(ending)s."),
    "mend.reopens": N_("The match is not over any more: play goes on."),
    "mend.other_end": N_("The match ends another way: %(verdict)s. %(ending)s."),
    "mend.not_counted": N_("Rounds %(first)s to %(last)s stay in the history, not counted."),
    "mend.not_counted_one": N_("Round %(number)s stays in the history, not counted."),
    "mend.counts_again_one": N_("Round %(number)s counts again."),
    "mend.counts_again": N_("Rounds %(first)s to %(last)s count again."),
    "mend.dealt": N_("By the rules somebody else dealt then: round %(rounds)s"),
    "mend.dealer": N_("Next dealer: %(was)s → %(now)s"),
    "mend.rematch": N_("The rematch began with %(was)s dealing; by this it would be %(now)s. It stays as it was."),
    # two phones, or a page from the back button
    "round_taken": N_("Round %(number)s is in already: %(theirs)s."),
    "misdeal_taken": N_("A misdeal is in already."),
    "round_gone": N_("That round is no longer there."),
    "over": N_("The match was over before this arrived."),
    "contract_gone": N_("The bid you saw was changed meanwhile."),
    "contract_stands": N_("Another bid was entered already."),
    "gap_moved": N_("Another round was put there already."),
    "moved_on": N_("The table has moved on since you looked."),
    "version_moved": N_("That round was corrected meanwhile."),
    "rules_moved": N_("The house rules were changed meanwhile."),
    "player_moved": N_("%(theirs)s sits there already."),
    "name_moved": N_("That name was changed meanwhile to: %(theirs)s."),
    "top_moved": N_("Something else came after it. Look again before you undo."),
    "nothing_to_redo": N_("There is nothing to bring back any more."),
    "same_id": N_("This was saved already as: %(theirs)s."),
    "same_match_id": N_("This match was started already, with other names or rules."),
    "match_deleted": N_("This match was deleted since. Tap Start for a new one."),
    "already_undone": N_("Already undone."),
    "already_redone": N_("Already brought back."),
    "odd_id": N_("This page is too old to save from. Load it again."),
    "id_of_another_match": N_("This page belongs to another match. Load it again."),
}

SUMMARY: dict[str, str | Plural] = {
    # how it went, in a sentence
    "sum.gap": N_("%(winner)s beat %(loser)s, who fell %(count)s behind."),
    "sum.streak": N_many(
        "%(winner)s beat %(loser)s by a kot: %(count)s round.",
        "%(winner)s beat %(loser)s by a kot: %(count)s rounds running.",
    ),
    "sum.points": N_many(
        "%(winner)s beat %(loser)s, first to %(count)s point.", "%(winner)s beat %(loser)s, first to %(count)s points."
    ),
    "sum.rounds": N_many(
        "%(winner)s beat %(loser)s, first to %(count)s round.", "%(winner)s beat %(loser)s, first to %(count)s rounds."
    ),
    "sum.kots": N_many(
        "%(winner)s beat %(loser)s, first to %(count)s kot.", "%(winner)s beat %(loser)s, first to %(count)s kots."
    ),
    "sum.four_tens": N_("%(winner)s beat %(loser)s with all four tens in one round."),
    "sum.twelve_tens": N_("%(winner)s beat %(loser)s with all twelve tens in one round."),
    "sum.all_tricks": N_("%(winner)s beat %(loser)s with all thirteen tricks in one round."),
    "sum.conceded": N_("%(loser)s conceded to %(winner)s."),
    "sum.agreed": N_("%(a)s and %(b)s agreed to stop."),
    "sum.none": N_("%(a)s play %(b)s. No round yet."),
    "sum.lead": N_("%(side)s lead %(other)s by %(count)s."),
    "sum.level": N_("%(a)s and %(b)s are level."),
    "sum.run": N_("%(side)s have won %(count)s running against %(other)s."),
    # what is told about it
    "fact.score": N_("Score"),
    "fact.kots": N_("Kots"),
    "fact.streak": N_("Longest streak"),
    "fact.swing": N_("Biggest swing"),
    "fact.best": N_("Best bid"),
    "fact.worst": N_("Worst bid"),
    "fact.turns": N_("Changes of lead"),
    "fact.rounds": N_("Rounds"),
    "fact.lasted": N_("Played for"),
    "fact.in_round": N_("%(told)s (%(points)s, round %(number)s)"),
    "fact.run": N_("%(side)s, %(count)s rounds up to round %(number)s"),
    "fact.swung": N_("%(points)s for %(side)s in round %(number)s"),
    "fact.line": N_("%(what)s: %(told)s"),
    "fact.rule": N_("%(rule)s: %(choice)s"),
    "fact.versus": N_("%(a)s against %(b)s"),
    "lasted.minutes": N_("%(minutes)s min"),
    "lasted.hours": N_("%(hours)s h %(minutes)s min"),
    "moment.utc": N_("%(moment)s UTC"),
    # an evening of rematches
    "evening.none": N_("No match of this series is over yet."),
    # a file brought in
    "bring.match": N_("match %(number)s: %(problem)s"),
    "bring.no_file": N_("Choose a match file, or paste one."),
    "bring.not_json": N_("This is no match file: it cannot be read as JSON."),
    "bring.empty": N_("There is no match in this file."),
    "bring.long": N_("more than %(count)s rounds cannot be brought in"),
    "bring.other": N_("it cannot be laid down again so that every figure is the same"),
}
"""What a summary, an evening and an import say."""

GAMES = {
    "tervi": (N_("Tervi"), N_("Bid 7 to 13 tricks. The score is one gap; 52 behind loses.")),
    "dehla_pakad": (N_("Dehla Pakad"), N_("Catch the four tens. Seven rounds in a row, or all four tens, win.")),
    "tervi_classic": (N_("Tervi classic"), N_("No bidding. First side to 7 tricks wins the round; kots are counted.")),
    "court_piece": (N_("Court Piece"), N_("Seven of thirteen tricks win a round. Seven rounds in a row win.")),
    "double_sar": (N_("Double Sar"), N_("Tens count double. 29 of 56 card points win a round.")),
}
"""Name of each game, and one line of what it is."""

OPTIONS = {
    "gap_limit": (N_("Points behind that lose the match"), N_("A side this far behind, or further, has lost.")),
    "mode": (N_("What wins the match"), N_("A run of won rounds, or points one by one.")),
    "target": (N_("How many"), N_("So many rounds in a row, or points, win the match.")),
    "instant_win": (N_("All at once wins"), N_("Taking them all in one round wins the match there and then.")),
    "instant_rule": (N_("All of what"), N_("What must be taken in one round to win at once.")),
    "two_two": (N_("When the tens are level"), N_("Nobody wins the round, or the side with more tricks does.")),
    "draw_dealer": (N_("Who deals after a draw"), N_("Most tables look at the round before the drawn one.")),
    "defender_kot": (N_("Kot for the side that did not call"), N_("Some tables count one for the other side too.")),
    "target_rounds": (N_("Rounds that win the match"), N_("Leave empty to play until you stop.")),
    "target_kots": (N_("Kots that win the match"), N_("Leave empty to play until you stop.")),
    "direction": (N_("Direction of play"), N_("The map and its arrow turn with it.")),
    "trump_mode": (N_("How trump is chosen"), N_("Only noted; it changes no score.")),
}
"""Each house rule by name, and one plain sentence about it."""

CHOICES = {
    "mode.streak": N_("rounds in a row"),
    "mode.points": N_("points"),
    "instant_win.true": N_("yes"),
    "instant_win.false": N_("no"),
    "instant_rule.tens": N_("all four tens"),
    "instant_rule.sweep": N_("all 13 tricks"),
    "two_two.draw": N_("nobody wins"),
    "two_two.tricks": N_("more tricks win"),
    "draw_dealer.prior": N_("ask the round before"),
    "draw_dealer.last_decisive": N_("ask the last round that was won"),
    "draw_dealer.same": N_("same dealer"),
    "draw_dealer.rotate": N_("the deal moves on"),
    "defender_kot.no": N_("never"),
    "defender_kot.any": N_("whenever they win"),
    "defender_kot.seven_love": N_("when they win 7–0"),
    "direction.anti-clockwise": N_("anti-clockwise"),
    "direction.clockwise": N_("clockwise"),
    "trump_mode.first_void": N_("first who cannot follow"),
    "trump_mode.open": N_("open"),
    "trump_mode.closed": N_("closed"),
    "trump_mode.first_five": N_("from the first five cards"),
}

SUITS = {
    "spades": N_("spades"),
    "hearts": N_("hearts"),
    "diamonds": N_("diamonds"),
    "clubs": N_("clubs"),
    "none": N_("no trump"),
}
SIGNS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}

ON_THE_PHONE: dict[str, str | Plural] = {
    # what a phone says by itself, without asking the server
    "waiting": N_many(
        "%(count)s entry is waiting for a signal. It is kept on this phone.",
        "%(count)s entries are waiting for a signal. They are kept on this phone.",
    ),
    "stuck": N_("The table moved on. Look at what this phone has not sent."),
    "offline.history": N_(
        "Without a signal: the rounds that stand. What was taken back or corrected shows with a signal."
    ),
    "offline.page": N_("This page needs a signal. The match itself goes on without one."),
    "offline.unknown": N_("This phone does not know this match yet. It must be opened once with a signal."),
    "odd_entry": N_("That cannot be. Look again at what was tapped."),
    "unsent": N_("not sent yet"),
    "dealt": N_("%(dealer)s dealt"),
    "correct_what": N_("Correct %(what)s"),
    "bring_back_what": N_("Bring back: %(what)s"),
    "unsent.start": N_("a new match"),
    "unsent.bid": N_("a bid"),
    "unsent.round": N_("a round"),
    "unsent.misdeal": N_("a misdeal"),
    "unsent.correction": N_("a correction"),
    "unsent.dealer": N_("a change of dealer"),
    "unsent.end": N_("the end"),
    "unsent.undo": N_("an undo"),
    "unsent.redo": N_("something brought back"),
    "stuck.moved": N_("the table moved on: look and choose"),
    "stuck.403": N_("this phone no longer keeps score there"),
    "stuck.404": N_("that match is not there any more"),
    "elsewhere.round": N_(
        "Round %(number)s was entered elsewhere. What was tapped here for it is kept, should that be undone."
    ),
    "elsewhere.bid": N_("The bid was entered elsewhere. What was tapped here for it is kept, should that be undone."),
    "elsewhere.moved": N_("The table moved on elsewhere. What was tapped here is kept, should it come back to that."),
    "update": N_("A new version is here."),
    "update.now": N_("Update"),
    "refused": N_("This phone keeps nothing: without a signal, rounds are lost when this page closes."),
    "leave_out": N_("Leave it out"),
    "mend.became": N_("%(was)s → %(now)s"),
    "rematch_taken": N_("The rematch was started on another phone, too."),
    "rematch_taken.go": N_("Play on there"),
}

SPOKEN: dict[str, str | Plural] = {
    # what a phone says aloud after each round, and tells whoever hears the page: whole sentences, no signs
    "say.made": N_("%(side)s made %(bid)s."),
    "say.failed": N_("%(side)s failed %(bid)s."),
    "say.won": N_("%(side)s won the round."),
    "say.kot": N_("%(side)s won the round: kot."),
    "say.drawn": N_("Nobody won the round."),
    "say.called": N_("%(seat)s called %(bid)s."),
    "say.called_suit": N_("%(seat)s called %(bid)s, %(suit)s."),
    "say.all_passed": N_("All passed: %(seat)s must take 7."),
    "say.misdeal": N_("Misdeal."),
    "say.undo": N_("Taken back: %(what)s."),
    "say.redo": N_("Brought back: %(what)s."),
    "say.correction": N_("A round was corrected."),
    "say.rules": N_("The rules were changed."),
    "say.lead": N_("Lead %(count)s."),
    "say.leads": N_("%(side)s lead by %(count)s."),
    "say.level": N_("Level."),
    "say.streak": N_("%(side)s: %(count)s in a row."),
    "say.no_streak": N_("No streak."),
    "say.points": N_("%(a)s to %(b)s points."),
    "say.rounds": N_("%(a)s to %(b)s rounds."),
    "say.again": N_("%(dealer)s deals again."),
    "say.deals": N_("%(dealer)s deals."),
    "say.match": N_("%(side)s win the match."),
    "say.over": N_("The match is over."),
}
"""What is said aloud."""

SENTENCES: dict[str, str | Plural] = {**PROBLEMS, **TABLE, **SUMMARY, **CHOICES, **ON_THE_PHONE, **SPOKEN}


def english(sentence: str | Plural, figures: Mapping[str, object]) -> str:
    """A sentence as it is written here."""
    return sentence if isinstance(sentence, str) else sentence[figures["count"] != 1]


def say(
    key: str,
    figures: Mapping[str, object],
    translate: Callable[[str | Plural, Mapping[str, object]], str] = english,
) -> str:
    """Say a sentence with its figures, in the language of `translate`."""
    sentence = SENTENCES[key]
    # An empty sentence stays empty: gettext would answer "" with the header of its catalogue.
    return translate(sentence, figures) % figures if sentence else ""
