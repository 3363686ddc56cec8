import * as field from "@/lib/client/address";

const ID = "0198c1de-0000-7000-8000-00000000000a";
const address = field.addressCodec<{
  keyword: string;
  status: "all" | "on" | "off";
  owner: string | null;
  from: string | undefined;
  trash: boolean;
  page: number;
  pageSize: number;
  sort: "name" | "size";
  descending: boolean;
  open: string | null;
}>({
  keyword: field.words(),
  status: field.oneOf("status", ["on", "off"], "all"),
  owner: field.idOrNone("owner"),
  from: field.day("from"),
  trash: field.flag("trash", "1"),
  page: field.page(),
  pageSize: field.pageSize(),
  sort: field.beside(field.oneOf("sort", ["name", "size"], "name")),
  descending: field.descending(),
  open: field.openId("new", "row"),
});
const params = (query: string) => Object.fromEntries(new URLSearchParams(query));

describe("the address of a screen", () => {
  it("is empty for the screen as it begins", () => {
    expect(address.query(address.plain)).toBe("");
    expect(address.read({})).toEqual(address.plain);
    expect(address.plain).toMatchObject({ page: 1, pageSize: 20, status: "all", open: null, descending: true });
  });

  it("comes back as it was written, in the order of the fields", () => {
    const state = {
      ...address.plain,
      keyword: "差旅 & 报销",
      status: "off" as const,
      owner: ID,
      from: "2026-11-20",
      trash: true,
      page: 3,
      sort: "size" as const,
      descending: false,
      open: "new",
    };
    const query = address.query(state);
    expect([...new URLSearchParams(query).keys()].join()).toBe("q,status,owner,from,trash,page,sort,order,row");
    expect(address.read(params(query))).toEqual(state);
  });

  it.each([
    [{ q: ["a", "b"] }],
    [{ status: "constructor" }],
    [{ owner: "1 or 1=1" }],
    [{ from: "yesterday" }],
    [{ trash: "yes" }],
    [{ page: "-4" }],
    [{ page: "one" }],
    [{ pageSize: "500" }],
    [{ sort: "password" }],
    [{ order: "up" }],
    [{ row: "<script>" }],
    [{ more: "1" }],
  ])("takes %j as not asked", (asked) => {
    expect(address.read(asked)).toEqual(address.plain);
  });

  it("keeps pages whole and within bounds, words short and ids in one spelling", () => {
    expect(address.read({ page: "2.7" }).page).toBe(2);
    expect(address.read({ page: "9999999999" }).page).toBe(100_000);
    expect(address.read({ q: "x".repeat(500) }).keyword).toHaveLength(120);
    expect(address.read({ owner: ID.toUpperCase() }).owner).toBe(ID);
    expect(address.read({ owner: "none" }).owner).toBe("none");
  });

  it("is filtered by what leaves rows out, not by page, order or drawer", () => {
    const { plain, isFiltered } = address;
    expect(isFiltered({ ...plain, page: 2, pageSize: 50, sort: "size", descending: false, open: ID })).toBe(false);
    expect(isFiltered({ ...plain, keyword: "a" })).toBe(true);
    expect(isFiltered({ ...plain, owner: "none" })).toBe(true);
    expect(isFiltered({ ...plain, trash: true })).toBe(true);
    expect(isFiltered({ from: "" })).toBe(false);
  });
});
