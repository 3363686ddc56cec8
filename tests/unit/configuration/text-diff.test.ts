import { type DiffPart, textDiff } from "@/lib/text/text-diff";
import { cpuMs } from "@/tests/factories/cpu";

const sideOf = (parts: readonly DiffPart[], left: "removed" | "added") =>
  parts
    .filter(({ kind }) => kind !== left)
    .map(({ text }) => text)
    .join("");

it.each([
  ["", ""],
  ["", "新的"],
  ["旧的", ""],
  ["一行\n两行\n三行", "一行\n二行\n三行\n四行"],
  ["a\nb\nc", "c\nb\na"],
  ["相同\n", "相同"],
])("of %j and %j holds both texts whole", (before, after) => {
  const parts = textDiff(before, after);
  expect([sideOf(parts, "added"), sideOf(parts, "removed")]).toEqual([before, after]);
});

it("tells changed lines by word, Chinese by character, and leaves the rest alone", () => {
  expect(textDiff("第一行\n额度每天 10 次\n末行", "第一行\n额度每天 20 次\n末行")).toEqual([
    { kind: "same", text: "第一行\n额度每天 " },
    { kind: "removed", text: "10" },
    { kind: "added", text: "20" },
    { kind: "same", text: " 次\n末行" },
  ]);
});

it("stays quick with long texts that have nothing in common", () => {
  const lines = (mark: string) => Array.from({ length: 5000 }, (_, index) => `${mark}${index}`).join("\n");
  const compare = () => expect(textDiff(lines("a"), lines("b")).map(({ kind }) => kind)).toEqual(["removed", "added"]);
  expect(cpuMs(compare)).toBeLessThan(2000);
});
