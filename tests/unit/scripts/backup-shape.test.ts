import { checkShape } from "../../../scripts/lib/backup/load.mjs";

const table = (name: string, type = "text") => ({ name, columns: [{ name: "id", type }], partitions: [] });
const schema = [table("slices"), table("set_words")];

it.each([
  ["all but what is left out", [table("slices")]],
  ["what an earlier version did not leave out", [table("slices"), table("set_words")]],
])("data that has %s fits its schema", (_, tables) => {
  expect(() => checkShape(tables, schema)).not.toThrow();
});

it.each([
  ["lacks a table", []],
  ["has a column of another type", [table("slices", "integer")]],
  ["has a table nobody knows", [table("slices"), table("others")]],
])("data that %s does not", (_, tables) => {
  expect(() => checkShape(tables, schema)).toThrow("does not fit its schema");
});
