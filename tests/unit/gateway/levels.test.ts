import fc from "fast-check";
import { joinLevel, type Levels, levelsOf, splitLevel, stepChannel } from "@/lib/features/gateway/levels";

const text = (levels: Levels) => levels.map((level) => level.join("")).join("|");

describe("levels of ways", () => {
  it("come from priorities, whatever their numbers", () => {
    const channels = [
      { id: "c", priority: 7 },
      { id: "a", priority: -1 },
      { id: "b", priority: 7 },
    ];
    expect(text(levelsOf(channels))).toBe("a|cb");
  });

  it.each([
    ["a|b", "b", -1, "ab"],
    ["ab", "b", -1, "b|a"],
    ["ab", "b", 1, "a|b"],
    ["a|b|c", "b", 1, "a|cb"],
    ["ab|c", "a", 1, "b|a|c"],
    ["a|b", "a", -1, "a|b"],
    ["a|b", "b", 1, "a|b"],
    ["a|b", "x", 1, "a|b"],
  ] as const)("%s: %s by %i gives %s", (from, id, direction, to) => {
    const levels = from.split("|").map((level) => [...level]);
    expect(text(stepChannel(levels, id, direction))).toBe(to);
  });

  it("dropped on a way join its level, dropped between levels get their own", () => {
    const levels = [["a"], ["b", "c"]];
    expect(text(joinLevel(levels, "a", "c"))).toBe("bca");
    expect(text(joinLevel(levels, "a", "a"))).toBe("a|bc");
    expect(text(splitLevel(levels, "c", 0))).toBe("c|a|b");
    expect(text(splitLevel(levels, "a", 2))).toBe("bc|a");
    expect(text(splitLevel(levels, "a", 0))).toBe("a|bc");
  });

  it("never lose or double a way, and never leave an empty level", () => {
    const move = fc.record({
      kind: fc.constantFrom("up", "down", "join", "split"),
      channel: fc.nat(5),
      to: fc.nat(6),
    });
    fc.assert(
      fc.property(
        fc.array(fc.nat(3), { minLength: 1, maxLength: 6 }),
        fc.array(move, { maxLength: 20 }),
        (numbers, moves) => {
          const ids = numbers.map((_, index) => `w${index}`);
          let levels = levelsOf(numbers.map((priority, index) => ({ id: ids[index]!, priority })));
          for (const { kind, channel, to } of moves) {
            const id = ids[channel % ids.length]!;
            if (kind === "up" || kind === "down") levels = stepChannel(levels, id, kind === "up" ? -1 : 1);
            else if (kind === "join") levels = joinLevel(levels, id, ids[to % ids.length]!);
            else levels = splitLevel(levels, id, to % (levels.length + 1));
          }
          expect(levels.flat().sort()).toEqual([...ids].sort());
          expect(levels.every((level) => level.length > 0)).toBe(true);
        },
      ),
    );
  });
});
