import { moved } from "@/lib/features/menus/hooks";
import { isHttpsAddress } from "@/lib/features/menus/schema";

const entry = (id: string, parentId: string | null, half = "console") => ({ id, parentId, half });
const items = [
  entry("g1", null),
  entry("a", "g1"),
  entry("b", "g1"),
  entry("w", null, "workspace"),
  entry("g2", null),
  entry("c", "g2"),
];
const under = (list: typeof items, parentId: string | null) =>
  list.filter((item) => item.parentId === parentId).map(({ id }) => id);

describe("a moved entry", () => {
  it.each([
    ["b", "g1", 0, ["b", "a"]],
    ["a", "g1", 1, ["b", "a"]],
    ["a", "g1", 9, ["b", "a"]],
    ["a", "g2", 0, ["a", "c"]],
    ["a", "g2", 1, ["c", "a"]],
  ])("%s to %s, place %i", (id, parentId, index, expected) => {
    expect(under(moved(items, id, parentId, index), parentId)).toEqual(expected);
  });

  it("that is a group counts its own half only", () => {
    const list = moved(items, "g2", null, 0);
    expect(under(list, null).filter((id) => id !== "w")).toEqual(["g2", "g1"]);
  });

  it("that does not exist changes nothing", () => {
    expect(moved(items, "x", "g1", 0)).toEqual(items);
  });
});

it.each([
  ["https://oa.example.com/a?b=c#d", true],
  ["https://例子.测试/路径", true],
  ["http://oa.example.com", false],
  ["https://user@oa.example.com", false],
  ["https://", false],
  ["https:\\\\evil.test", false],
  ["javascript:alert(1)", false],
  ["https://a b.test", false],
  [" https://a.test", false],
])("%j is an https address: %s", (address, expected) => {
  expect(isHttpsAddress(address)).toBe(expected);
});
