"""The parts in which two methods differ, as trees."""

from judging.language.expression import Node, Number, postorder


def differing_parts(one: Node, other: Node) -> tuple[frozenset[int], frozenset[int]]:
    """The parts of each tree that have no equal in the same place of the other, as positions in `postorder`. A part is
    named with all that is in it; the trees are compared from the top down, input by input."""
    trees = postorder(one), postorder(other)
    inputs = _inputs(trees[0]), _inputs(trees[1])
    differing: tuple[set[int], set[int]] = set(), set()
    todo = [(len(trees[0]) - 1, len(trees[1]) - 1)]
    while todo:
        first, second = todo.pop()
        below = inputs[0][first], inputs[1][second]
        if _kind(trees[0][first]) == _kind(trees[1][second]) and len(below[0]) == len(below[1]):
            todo.extend(zip(*below, strict=True))
        else:
            differing[0].add(first)
            differing[1].add(second)
    return frozenset(differing[0]), frozenset(differing[1])


def _kind(node: Node) -> tuple[bool, str]:
    return (True, node.text) if type(node) is Number else (False, node.function)


def _inputs(nodes: list[Node]) -> list[list[int]]:
    """For each node in postorder, the positions of its inputs."""
    inputs: list[list[int]] = []
    waiting: list[int] = []
    for at, node in enumerate(nodes):
        count = 0 if type(node) is Number else len(node.inputs)
        inputs.append(waiting[len(waiting) - count :])
        del waiting[len(waiting) - count :]
        waiting.append(at)
    return inputs
