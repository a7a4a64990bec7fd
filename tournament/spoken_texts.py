"""What the engine says, for translators. Written by `manage.py spoken_texts` from the tables of `judging`; nothing reads
it but makemessages, and a test fails where a text is missing. What stands in {braces} stays as it is.
"""

from django.utils.translation import gettext_noop, ngettext_lazy

TEXTS = (
    # what is said of a method
    gettext_noop("Nothing is written here. A method was expected."),
    gettext_noop("The method stops here, but more was expected: a number, a bracket or a function."),
    gettext_noop("This bracket closes nothing that was opened."),
    gettext_noop("This bracket is never closed."),
    gettext_noop("This bar has no partner."),
    gettext_noop("A comma only stands between the inputs of a function such as root(3, 8)."),
    gettext_noop("A sign such as + or x was expected before this number."),
    gettext_noop("A lowered number only stands behind T, R, C, P or log."),
    gettext_noop("A point stands here without a digit behind it."),
    gettext_noop("“{text}” is no number and no function."),
    gettext_noop("“{text}” was not expected here."),
    gettext_noop("A number, a bracket or a function was expected here, not “{text}”."),
    gettext_noop("Something is missing at the end: a number, a bracket or a function."),
    gettext_noop("A number or a bracket was expected before these signs."),
    gettext_noop("Behind “{text}” a bracket was expected."),
    gettext_noop("“{text}” stands between two numbers."),
    gettext_noop("The {title} takes {wanted} inputs; here stand {inputs}."),
    gettext_noop("The {title} takes {wanted} or more inputs; here stand {inputs}."),
    gettext_noop("A logarithm takes a base and a number."),
    gettext_noop("A number has at most one point."),
    gettext_noop("At most three ! can stand in a row. Use brackets."),
    gettext_noop("“{text}” is not one of the digits 0 to 9. Type the number with those."),
    gettext_noop("“{text}” has no meaning in a method."),
    gettext_noop("There is an invisible character here that has no meaning in a method. Delete it."),
    gettext_noop("Nothing can be divided by zero."),
    gettext_noop("0 to the power 0 has no value."),
    gettext_noop("0 cannot be raised to a number below zero, since that would divide by zero."),
    gettext_noop("A number below zero can only be raised to a whole number, not to {value}."),
    gettext_noop("A root needs a whole number of at least 2 on its sign, not {value}."),
    gettext_noop("A number below zero has no square root, and this one is {value}."),
    gettext_noop("A number below zero has no root number {index}, and this one is {value}."),
    gettext_noop("A logarithm needs a base above 0 that is not 1, not {value}."),
    gettext_noop("Only a number above 0 has a logarithm, and this one is {value}."),
    gettext_noop("{what} is only for whole numbers from 0, not for {value}."),
    gettext_noop("{what} needs whole numbers, the second between 0 and the first, not {value} and {second}."),
    gettext_noop("A remainder needs whole numbers and a divisor of at least 1, not {value} and {second}."),
    gettext_noop("The number {number} was given and is not used. Every number is used once."),
    gettext_noop("The number {number} is used too often. Use each number once."),
    gettext_noop(
        "The number {number} is used too often. Use each number once, at most as often as it was given."
    ),
    gettext_noop("{number} is not one of the given numbers, and every number in a method has to be."),
    gettext_noop("{number} is put together from other numbers. Digits may not be joined to a longer number."),
    gettext_noop("Numbers with a decimal point are not allowed. Make it from the given numbers."),
    gettext_noop("Numbers with a repeating decimal are not allowed. Make it from the given numbers."),
    gettext_noop(
        "{value} mod {second} only drops the {second}: the first number must be at least the second."
    ),
    gettext_noop("At least two different kinds of operation are needed, such as + and x."),
    gettext_noop("This step makes {value}. Every step must stay above zero."),
    gettext_noop("This step makes {value}. Only whole numbers are allowed at every step."),
    gettext_noop("A minus sign in front of a number is not allowed. Subtract instead."),
    gettext_noop("The {title} is not allowed in this round."),
    gettext_noop("The function “{text}” is not allowed in this round."),
    gettext_noop("These cards were put back and others drawn. That costs nothing, and makes nothing."),
    gettext_noop("No card is a {number}: they run from {ace}, the ace, to {king}, the king."),
    gettext_noop("This line has more than {most} characters. A judge decides."),
    gettext_noop("Too many brackets and functions stand inside each other here. A judge decides."),
    gettext_noop("This number grows beyond what the program works out. A judge decides."),
    gettext_noop("The program cannot prove what this is worth exactly. A judge decides."),
    gettext_noop("This can be read in more ways than can be listed. Use brackets. A judge decides."),
    gettext_noop("This can be read in more than one way. Use brackets. A judge decides."),
    gettext_noop("The answer written here is {claim}, but the method makes {value}."),
    gettext_noop("There is no rules edition “{name}”."),
    gettext_noop("Rules are the name of an edition, or an object that names one as “edition”."),
    gettext_noop("Rules have no “{name}”."),
    gettext_noop("“on” and “off” are lists of function names."),
    gettext_noop("There is no function “{name}”."),
    gettext_noop("“policies” is an object of named choices."),
    gettext_noop("There is no policy “{name}”."),
    gettext_noop("“{text}” is not accepted: {message}"),
    gettext_noop(
        "They are the same as algebra, but the rules on order, brackets and bars do not turn one into the other: a judge may rule that they count once."
    ),
    gettext_noop("They count once: {rules}."),
    gettext_noop("They count twice: one makes {value}, the other {second}."),
    gettext_noop("They count twice: one uses {functions}, the other {others}."),
    gettext_noop("They count twice: {functions} stands in one of them and not in the other."),
    gettext_noop(
        "They count twice: the same operations join other parts, and no rule turns one into the other."
    ),
    ngettext_lazy(
        "A hand is {hand} cards, and {count} number is written here.",
        "A hand is {hand} cards, and {count} numbers are written here.",
    ),
    # why two methods count once
    # Translators: within “They count once: {rules}.”
    gettext_noop("only the way of writing differs"),
    # Translators: within “They count once: {rules}.”
    gettext_noop("the same numbers are joined by the same operations in another order"),
    # Translators: within “They count once: {rules}.”
    gettext_noop("brackets behind a minus sign or below a line are opened"),
    # Translators: within “They count once: {rules}.”
    gettext_noop("{functions} leads back to a number that was there already, so nothing changes"),
    # Translators: within “They count once: {rules}.”
    gettext_noop("{functions} lead back to a number that was there already, so nothing changes"),
    # Translators: within “They count once: {rules}.”
    gettext_noop(
        "bars change nothing around what is not below zero, and turning a difference round inside them makes no new method"
    ),
    # Translators: within “They count once: {rules}.”
    gettext_noop("{rule}; and {rules}"),
    # functions within a sentence
    # Translators: within “They count twice: one uses {functions}, the other {others}.”
    gettext_noop("the {title}"),
    # Translators: within “They count twice: one uses {functions}, the other {others}.”
    gettext_noop("a function with one input"),
    # Translators: within “They count twice: one uses {functions}, the other {others}.”
    gettext_noop("{function} and {functions}"),
    # functions as they begin a sentence
    # Translators: begins a sentence: {what}
    gettext_noop("A factorial"),
    # Translators: begins a sentence: {what}
    gettext_noop("A double factorial"),
    # Translators: begins a sentence: {what}
    gettext_noop("A triangular number T"),
    # Translators: begins a sentence: {what}
    gettext_noop("A rectangle number R"),
    # Translators: begins a sentence: {what}
    gettext_noop("gcd"),
    # Translators: begins a sentence: {what}
    gettext_noop("lcm"),
    # Translators: begins a sentence: {what}
    gettext_noop("A subfactorial"),
    # Translators: begins a sentence: {what}
    gettext_noop("A primorial"),
    # Translators: begins a sentence: {what}
    gettext_noop("A Fibonacci number F"),
    # Translators: begins a sentence: {what}
    gettext_noop("Choose (C)"),
    # Translators: begins a sentence: {what}
    gettext_noop("Permute (P)"),
    # functions
    # Translators: the name of a function
    gettext_noop("addition"),
    # Translators: the name of a function
    gettext_noop("subtraction"),
    # Translators: the name of a function
    gettext_noop("multiplication"),
    # Translators: the name of a function
    gettext_noop("division"),
    # Translators: the name of a function
    gettext_noop("power"),
    # Translators: the name of a function
    gettext_noop("square root"),
    # Translators: the name of a function
    gettext_noop("n-th root"),
    # Translators: the name of a function
    gettext_noop("factorial"),
    # Translators: the name of a function
    gettext_noop("double factorial"),
    # Translators: the name of a function
    gettext_noop("triangular number"),
    # Translators: the name of a function
    gettext_noop("rectangle number"),
    # Translators: the name of a function
    gettext_noop("choose"),
    # Translators: the name of a function
    gettext_noop("permute"),
    # Translators: the name of a function
    gettext_noop("remainder"),
    # Translators: the name of a function
    gettext_noop("absolute value"),
    # Translators: the name of a function
    gettext_noop("greatest common divisor"),
    # Translators: the name of a function
    gettext_noop("least common multiple"),
    # Translators: the name of a function
    gettext_noop("logarithm"),
    # Translators: the name of a function
    gettext_noop("subfactorial"),
    # Translators: the name of a function
    gettext_noop("primorial"),
    # Translators: the name of a function
    gettext_noop("Fibonacci number"),
    # Translators: the name of a function
    gettext_noop("logarithm without a base"),
    # Translators: the name of a function
    gettext_noop("minus sign before a number"),
    # for which numbers
    # Translators: the inputs of a function
    gettext_noop("any numbers"),
    # Translators: the inputs of a function
    gettext_noop("a divisor other than 0"),
    # Translators: the inputs of a function
    gettext_noop("not 0^0; a number below zero only to a whole power"),
    # Translators: the inputs of a function
    gettext_noop("numbers from 0"),
    # Translators: the inputs of a function
    gettext_noop("an index of at least 2; an even root only of numbers from 0"),
    # Translators: the inputs of a function
    gettext_noop("whole numbers from 0"),
    # Translators: the inputs of a function
    gettext_noop("whole numbers, the second from 0 to the first"),
    # Translators: the inputs of a function
    gettext_noop("whole numbers; the first at least the second, and that at least 1"),
    # Translators: the inputs of a function
    gettext_noop("numbers above 0, the base not 1"),
    # Translators: the inputs of a function
    gettext_noop("numbers above 0"),
    # beside a line
    gettext_noop("Hits {target}: {worth}"),
    gettext_noop("Hits {target} from another box: {worth}"),
    gettext_noop("{nth} method: {worth}"),
    gettext_noop("{nth} method: only the first {scoring} score here"),
    gettext_noop("Counts once: the same method as {other}"),
    gettext_noop("Counts once: the judges call it the same method as {other}"),
    gettext_noop("{value} is not {target}: {worth}"),
    gettext_noop("Does not hit {target}: {worth}"),
    gettext_noop("{value} is {distance} away from {target}: {worth}"),
    gettext_noop("{value} is less than {distance} away from {target}, counted as {distance}: {worth}"),
    gettext_noop("Counts as {distance} away from {target}: {worth}"),
    gettext_noop("Not the nearest result in this box"),
    gettext_noop("As near as {other}, and the nearest result counts once"),
    gettext_noop("Not judged yet: no points so far"),
    gettext_noop("Counts as nothing"),
    gettext_noop("{target} is made by an earlier line, and counts once"),
    gettext_noop("Makes {target}, but {missing} was not made and numbers count in order: {worth}"),
    gettext_noop("Makes {target}; whether {missing} is made is not settled yet: {worth} so far"),
    gettext_noop("This question was withdrawn and counts for nobody: {worth}"),
    gettext_noop("Stands in no box of this sheet: 0 points"),
    # beside a line, where nothing was judged
    gettext_noop("Illegible: a judge will look at the paper."),
    gettext_noop("Ruled out by a judge."),
    gettext_noop("Not judged yet."),
    gettext_noop("Waits for a judge."),
    gettext_noop("Struck out on the paper."),
    gettext_noop("Nothing was written."),
    # which method
    # Translators: within “{nth} method: {worth}”
    gettext_noop("Zeroth"),
    # Translators: within “{nth} method: {worth}”
    gettext_noop("First"),
    # Translators: within “{nth} method: {worth}”
    gettext_noop("Second"),
    # Translators: within “{nth} method: {worth}”
    gettext_noop("Third"),
    # Translators: within “{nth} method: {worth}”
    gettext_noop("Fourth"),
    # Translators: within “{nth} method: {worth}”
    gettext_noop("Fifth"),
    # Translators: within “{nth} method: {worth}”
    gettext_noop("Sixth"),
    # Translators: within “{nth} method: {worth}”
    gettext_noop("Seventh"),
    # Translators: within “{nth} method: {worth}”
    gettext_noop("Eighth"),
    # Translators: within “{nth} method: {worth}”
    gettext_noop("Ninth"),
    # Translators: within “{nth} method: {worth}”
    gettext_noop("Tenth"),
    # a line beside another
    # Translators: within a sentence: {other}
    gettext_noop("line {number}"),
    # Translators: within a sentence: {other}
    gettext_noop("line {number} of {label}"),
    # what a box is called
    gettext_noop("Target {target}"),
    gettext_noop("Set {number}"),
    gettext_noop("Round {number}"),
    gettext_noop("Grid {number}"),
    gettext_noop("Number {number}"),
    # the bonus
    gettext_noop("Every target hit: {bonus} points more"),
    gettext_noop("{hit} of {all} targets hit: the bonus needs all of them"),
    gettext_noop("Every set hit: {bonus} points more"),
    gettext_noop("{hit} of {all} sets hit: the bonus needs all of them"),
    # what is said of puzzles and settings
    gettext_noop("A target is a whole number such as 45 or a fraction such as 1/2."),
    gettext_noop("{label} needs {wanted} numbers and has {found}."),
    gettext_noop("{label}: {number} is not from {low} to {high}."),
    gettext_noop("{label} must have no numbers: its cards are dealt at the table."),
    gettext_noop("{label}: the target {target} is not a whole number."),
    gettext_noop("{label}: the target {target} is negative."),
    gettext_noop("{label}: the target {target} is not from {low} to {high}."),
    gettext_noop("{label}: the target {target} is not the product of two of the numbers in range."),
    gettext_noop("{label}: the target is {wanted}, not {target}."),
    gettext_noop("{label} must have the same numbers as {like}."),
    gettext_noop("{label} must have the same target as {like}."),
    gettext_noop("{label} asks the same as {like}."),
    gettext_noop("{setting} must be yes or no."),
    gettext_noop("{setting} must be a whole number."),
    gettext_noop("{setting} must be a list of whole numbers, such as 4, 2, 1."),
    gettext_noop("{setting} must be one of {choices}."),
    gettext_noop("{setting} must be {least} or more."),
    gettext_noop("{setting} must be {most} or less."),
    gettext_noop("{setting} may have at most {most} numbers."),
    gettext_noop("There is no setting called {name}."),
    gettext_noop("The largest number must not be below the smallest."),
    gettext_noop("The largest target must not be below the smallest."),
    gettext_noop("With {dice} dice the numbers run from 1 to {sides}."),
    gettext_noop("Line {name} is already written."),
    gettext_noop("There is no box {number} on this sheet."),
    gettext_noop("There is no line {name} to judge."),
    gettext_noop("Line {name} stands in another box."),
    gettext_noop("Joining takes two methods or more."),
    ngettext_lazy(
        "The sheet needs {count} box and has {found}.", "The sheet needs {count} boxes and has {found}."
    ),
    # the same of what all boxes share
    gettext_noop("Needs {wanted} numbers and has {found}."),
    gettext_noop("{number} is not from {low} to {high}."),
    gettext_noop("Must have no numbers: its cards are dealt at the table."),
    gettext_noop("The target {target} is not a whole number."),
    gettext_noop("The target {target} is negative."),
    gettext_noop("The target {target} is not from {low} to {high}."),
    gettext_noop("The target {target} is not the product of two of the numbers in range."),
    gettext_noop("The target is {wanted}, not {target}."),
    gettext_noop("Must have the same numbers as {like}."),
    gettext_noop("Must have the same target as {like}."),
    gettext_noop("Asks the same as {like}."),
    # counts
    # Translators: also within sentences: {worth}, {more}, {methods}
    ngettext_lazy("{count} point", "{count} points"),
    # Translators: also within sentences: {worth}, {more}, {methods}
    ngettext_lazy("{count} method", "{count} methods"),
    # Translators: also within sentences: {worth}, {more}, {methods}
    ngettext_lazy("{count} win", "{count} wins"),
    # kinds of round
    gettext_noop("Hit the Target"),
    gettext_noop("Use all the numbers to get as near to the target as you can, in as many ways as you can."),
    gettext_noop("Three rounds"),
    gettext_noop("Numbers 1 to 9, targets 1 to 40."),
    gettext_noop("Six rounds"),
    gettext_noop("As three rounds, but six of them."),
    gettext_noop("Eight rounds with twelve-sided dice"),
    gettext_noop("Four twelve-sided dice give the numbers; the target is the product of two more."),
    gettext_noop("24 Game"),
    gettext_noop("Use all the numbers to make the target, in as many ways as you can."),
    gettext_noop("Numbers 1 to 6."),
    gettext_noop("One to Many"),
    gettext_noop("Use all the numbers to make each target in different ways."),
    gettext_noop("Standard"),
    gettext_noop(
        "Targets up to 50 in grades 3 and 4 and up to 120 from grade 5; grades 7 and 8 also meet fractions and negative targets."
    ),
    gettext_noop("Older: six-sided dice"),
    gettext_noop(
        "Twenty minutes, numbers rolled with six-sided dice, 3, 2 and 1 points; targets up to 50 in grades 3 and 4 and up to 100 from grade 5."
    ),
    gettext_noop("Many to One"),
    gettext_noop("Use all the numbers of each set to make the target in different ways."),
    gettext_noop("The target is from 1 to 30 in grades 3 and 4, from 31 to 60 in grades 5 to 8."),
    gettext_noop("DMAS"),
    gettext_noop(
        "Use some of the numbers, and at least two kinds of operation, to make the target in as many ways as you can."
    ),
    gettext_noop("One grid"),
    gettext_noop("A grid of nine numbers from 1 to 9, one target."),
    gettext_noop("SMASH"),
    gettext_noop("Make 1, then 2, then 3 and so on, each from three cards. An ace is 1."),
    gettext_noop("To twenty"),
    gettext_noop("Numbers from 1 as far as 20."),
    gettext_noop("Target game"),
    gettext_noop("Use all the numbers to hit the target in as many ways as you can."),
    gettext_noop("Three minutes"),
    gettext_noop("Four numbers from 1 to 9, a target from 1 to 40."),
    # what can be set in a round
    gettext_noop("Time in seconds"),
    gettext_noop("Time for each round."),
    gettext_noop("Rounds"),
    gettext_noop("How many boxes the sheet has."),
    gettext_noop("Numbers in a set"),
    gettext_noop("How many numbers each set has."),
    gettext_noop("Smallest number"),
    gettext_noop("No number of a set is below it."),
    gettext_noop("Largest number"),
    gettext_noop("No number of a set is above it."),
    gettext_noop("Dice"),
    gettext_noop("If numbers are rolled, they run from 1 to the sides of the die."),
    gettext_noop("no dice"),
    gettext_noop("six-sided"),
    gettext_noop("ten-sided"),
    gettext_noop("twelve-sided"),
    gettext_noop("twenty-sided"),
    gettext_noop("Smallest target"),
    gettext_noop("No whole target is below it."),
    gettext_noop("Largest target"),
    gettext_noop("No target is above it."),
    gettext_noop("How targets are found"),
    gettext_noop("Any number of the range, or the product of two numbers such as two dice show."),
    gettext_noop("any number"),
    gettext_noop("product of two numbers"),
    gettext_noop("Points for a hit"),
    gettext_noop(
        "Each different method that hits scores this; a near miss loses a point for each unit of distance."
    ),
    gettext_noop("Target"),
    gettext_noop("What every method has to make."),
    gettext_noop("Points for a method"),
    gettext_noop("Each different method that makes the target scores this."),
    gettext_noop("Time for the whole sheet."),
    gettext_noop("Targets"),
    gettext_noop("Negative targets"),
    gettext_noop("Targets may also be the negatives of the range."),
    gettext_noop("Fractions as targets"),
    gettext_noop("Targets may also be fractions, above 0 and up to the largest target."),
    gettext_noop("Points for each method"),
    gettext_noop("Points of the first, second, … different method in a box; further ones score nothing."),
    gettext_noop("Bonus"),
    gettext_noop("Added once when every target was hit."),
    gettext_noop("A line in the wrong box"),
    gettext_noop("What a line is worth that misses its own target and makes another one of the sheet."),
    gettext_noop("counts as a miss"),
    gettext_noop("counts for the target it makes"),
    gettext_noop("Sets"),
    gettext_noop("Added once when the target was hit with every set."),
    gettext_noop("Grids"),
    gettext_noop("Each different answer that makes the target scores this."),
    gettext_noop("Last number"),
    gettext_noop("Each number made scores this, if all before it are made."),
    gettext_noop("Time for the game."),
    gettext_noop("Each different method that hits the target scores this."),
    # places, awards and tiebreakers
    gettext_noop("{above} has {more} and {below} has {fewer}."),
    gettext_noop("the best round of {above} brought {more} and that of {below} {fewer}."),
    gettext_noop("{above} outlasted {below} in the tiebreakers."),
    gettext_noop("{criterion} brought {above} {more} and {below} {fewer}."),
    gettext_noop("{name} is absent and has no place."),
    gettext_noop("{name} is withdrawn and has no place."),
    gettext_noop("{name} is disqualified and has no place."),
    gettext_noop("{one} and {rival} are equal in all that counts and share the place."),
    gettext_noop("{one} and {rival} are level, and tiebreakers decide between the two."),
    gettext_noop("It is the other way round: {said}"),
    gettext_noop("Level on {criteria}: {said}"),
    gettext_noop("{name} has {nth} place with {more}."),
    gettext_noop("{names} share {nth} place with {more}."),
    gettext_noop("There is no {nth} place: {sharing} share {first} place."),
    gettext_noop("{names} are level, and tiebreakers decide between {first} and {last} place."),
    gettext_noop("Nobody has come to {nth} place."),
    gettext_noop("{name} goes on with {methods} to {least}, and {rival} is out."),
    gettext_noop("{one} and {rival} have {methods} each and play again with a new puzzle."),
    gettext_noop("{one} against {rival} counts once the game before it is settled."),
    gettext_noop("{one} and {rival} do not meet here any more, so this game is void."),
    gettext_noop("A tiebreaker waits for the judge."),
    gettext_noop("{name} has won the tiebreakers."),
    gettext_noop("The chain begins with the total."),
    gettext_noop("There is no round “{name}”."),
    gettext_noop("There is no criterion “{name}”."),
    gettext_noop("The chain asks for {criterion} twice, and the second time decides nothing."),
    ngettext_lazy(
        "{one} has {methods} and {rival} {against}, and {count} method waits for the judge, so nothing is settled.",
        "{one} has {methods} and {rival} {against}, and {count} methods wait for the judge, so nothing is settled.",
    ),
    ngettext_lazy(
        "{one} and {rival} play, and {count} game is to be won.",
        "{one} and {rival} play, and {count} games are to be won.",
    ),
    ngettext_lazy(
        "{one} and {rival} play again, with a new puzzle, and {count} game is to be won.",
        "{one} and {rival} play again, with a new puzzle, and {count} games are to be won.",
    ),
    # names in a row
    # Translators: names of contestants or teams, within a sentence
    gettext_noop("{before} and {name}"),
    # which place or method
    # Translators: within “{name} has {nth} place with {more}.” and “{nth} method: {worth}”
    gettext_noop("{number}st"),
    # Translators: within “{name} has {nth} place with {more}.” and “{nth} method: {worth}”
    gettext_noop("{number}nd"),
    # Translators: within “{name} has {nth} place with {more}.” and “{nth} method: {worth}”
    gettext_noop("{number}rd"),
    # Translators: within “{name} has {nth} place with {more}.” and “{nth} method: {worth}”
    gettext_noop("{number}th"),
    # what places go by
    # Translators: a label, which also stands within sentences
    gettext_noop("points"),
    # Translators: a label, which also stands within sentences
    gettext_noop("tiebreakers"),
    # Translators: a label, which also stands within sentences
    gettext_noop("best single round"),
    # Translators: a label, which also stands within sentences
    gettext_noop("different methods"),
    # help on what places go by
    gettext_noop("The sum of all rounds. Every chain begins with it."),
    gettext_noop("The target games that tied sides play against each other, where an award is at stake."),
    gettext_noop("The points of the round that brought the most."),
    gettext_noop("How many different methods hit a target, over all rounds."),
    gettext_noop("The points of this round."),
)
