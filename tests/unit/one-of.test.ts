import { uuidArray } from "@/db/one-of";

const ID = "01a222fe-e3e1-7564-b60b-14eadf811b1c";
const HEAD = "00000001" + "00000000" + "00000b86";
const BYTES = `00000010${ID.replaceAll("-", "")}`;

test("ids are a list as the database takes it in binary", () => {
  expect(uuidArray([ID, ID.toUpperCase()]).toString("hex")).toBe(`${HEAD}0000000200000001${BYTES}${BYTES}`);
  expect(uuidArray([]).toString("hex")).toBe(`${HEAD}0000000000000001`);
});

test.each([
  "",
  "1",
  `${ID}0`,
  ID.slice(1),
  ID.replace("b", "g"),
  ID.replace("b", "\u{1f600}"),
  ID.replace("0", "\u0130"),
])("what is no id is not taken for one: %j", (text) => {
  expect(() => uuidArray([ID, text])).toThrow();
});
