import fc from "fast-check";
import { COLUMNS, type ImportKind, readImportTable, tableRows } from "@/lib/features/organisation/import/columns";
import { planDepartments } from "@/lib/features/organisation/import/plan-departments";
import { Tree } from "@/lib/features/organisation/import/tree";
import { headingsOf } from "@/lib/features/organisation/service/import-headings";
import { plainText, storedText } from "@/lib/files/table-export";
import { LOCALES } from "@/lib/i18n/locales";
import { areaTexts } from "@/lib/i18n/translate";

const same = (text: string) => text;

describe("headings", () => {
  const cases = LOCALES.flatMap((locale) => (["users", "departments"] as const).map((kind) => [locale, kind] as const));
  it.each(cases)("of the template in %s are known, for %s", async (locale, kind) => {
    const t = await areaTexts(locale, "organisation-imports");
    const header = COLUMNS[kind].map((column) => ` ${t(`heading.${kind}.${column}`).toUpperCase()} *`);
    const table = readImportTable([[], header, header.map((_, index) => `v${index}`)], kind, await headingsOf(kind));
    expect(table).toMatchObject({ columns: COLUMNS[kind], rows: [[3, expect.any(Array)]] });
  });

  it.each<[ImportKind, string[], string[]]>([
    ["users", ["账号"], ["name", "department"]],
    ["users", ["Account", "Name", "Account"], ["department"]],
    ["departments", ["状态"], ["path"]],
  ])("that are missing are named: %s with %j", async (kind, header, names) => {
    const table = readImportTable([header, ["x"]], kind, await headingsOf(kind));
    expect(table).toEqual({ key: "importColumns", names });
  });

  it("leave empty rows, example rows and unknown columns out, and keep the numbers of the file", async () => {
    const rows = [
      ["路径？", "Department path"],
      ["", "（示例）a"],
      ["", ""],
      ["x", " a / b "],
      ["(example) y", "z"],
    ];
    const table = readImportTable(rows, "departments", await headingsOf("departments"));
    if ("key" in table) throw new Error(table.key);
    expect(tableRows(table, same)).toEqual([{ row: 4, cells: { path: "a / b" } }]);
  });
});

describe("texts of an export", () => {
  it("come back as they were, whatever they begin with", () => {
    const risky = fc.stringMatching(/^['=+\-@＝＋ \t\u3000a]{0,6}$/);
    fc.assert(fc.property(fc.oneof(risky, fc.string()), (text) => storedText(plainText(text)) === text));
  });
});

describe("departments of a file", () => {
  const id = (no: number) => `00000000-0000-7000-8000-00000000000${no}`;
  const node = (no: number, parent: number | null, name: string, above = "") => ({
    id: id(no),
    parentId: parent === null ? null : id(parent),
    name,
    path: `${above}${id(no)}/`,
    status: "enabled" as const,
    sort: no,
  });
  const tree = () =>
    new Tree([node(1, null, "总公司"), node(2, 1, "销售/市场", `${id(1)}/`), node(3, 2, "华东", `${id(1)}/${id(2)}/`)]);
  const plan = (rows: Record<string, string>[], more = {}) =>
    planDepartments(
      rows.map((cells, index) => ({ row: index + 2, cells })),
      { tree: tree(), updateExisting: false, createDepartments: false, ownPath: `${id(1)}/${id(3)}/`, ...more },
    );

  it("are found by any spelling of their path, also with a slash in a name", () => {
    for (const path of ["总公司 / 销售/市场 / 华东", "总公司/销售/市场/华东", "总公司 ／ 销售/市场／华东"]) {
      expect(tree().find(path)?.id).toBe(id(3));
    }
    expect(tree().find("总公司 / 销售")).toBeNull();
  });

  it("may stand below their children in the file", () => {
    const { creates, errors } = plan([
      { path: "总公司 / 甲 / 乙", order: "7" },
      { path: "总公司 / 甲", status: "停用" },
    ]);
    expect(errors).toEqual([]);
    expect(creates.map(({ name, status, sort }) => [name, status, sort])).toEqual([
      ["甲", "disabled", 3],
      ["乙", "enabled", 7],
    ]);
    expect(creates[1]!.parentId).toBe(creates[0]!.id);
  });

  it.each<[string, Record<string, string>[], string]>([
    ["another root", [{ path: "别的公司 / 甲" }], "departmentRoot"],
    ["a parent nobody made", [{ path: "总公司 / 甲 / 乙" }], "parentMissing"],
    ["two rows of one department", [{ path: "总公司 / 甲" }, { name: "甲" }], "duplicate"],
    ["one that is there and would change", [{ path: "总公司/销售/市场", order: "9" }], "exists"],
    ["no name", [{ status: "启用" }], "required"],
    ["a status nobody knows", [{ name: "甲", status: "也许" }], "status"],
    ["a place that is no number", [{ name: "甲", order: "-1" }], "order"],
    ["a name that is too long", [{ name: "长".repeat(61) }], "tooLong"],
    ["a character nobody sees", [{ name: "甲\u202e" }], "characters"],
  ])("with %s are refused", (_name, rows, error) => {
    expect(plan(rows).errors).toMatchObject([{ error }]);
  });

  it("that are as they were need no leave; closing one's own or the root is refused", () => {
    expect(plan([{ path: "总公司 / 销售/市场", status: "启用" }])).toMatchObject({ unchanged: 1, errors: [] });
    const closing = plan([{ path: "总公司", status: "停用" }], { updateExisting: true });
    expect(closing.errors).toMatchObject([{ error: "rootDepartment" }]);
    const own = plan([{ path: "总公司 / 销售/市场", status: "停用" }], {
      updateExisting: true,
      ownPath: `${id(1)}/${id(2)}/`,
    });
    expect(own.errors).toMatchObject([{ error: "ownDepartment" }]);
  });
});
