import { filterAddress, NO_FILTER, readAsked, readFilter, readOpen } from "@/lib/features/documents/filter";

const ID = "0198c1de-0000-7000-8000-000000000001";
const params = (address: string) => Object.fromEntries(new URLSearchParams(address));

describe("the filter of documents in the address", () => {
  it("is empty for the plain list", () => {
    expect(filterAddress(NO_FILTER)).toBe("");
    expect(readFilter({})).toEqual(NO_FILTER);
  });

  it("comes back as it was written", () => {
    const filter = {
      ...NO_FILTER,
      keyword: "差旅 & 报销",
      folderId: ID,
      status: "failed" as const,
      page: 3,
      sort: "size" as const,
      descending: false,
    };
    const address = filterAddress(filter, ID);
    expect(readFilter(params(address))).toEqual(filter);
    expect(readOpen(params(address))).toBe(ID);
  });

  it("knows the documents in no folder and the trash, which has no folders", () => {
    expect(readFilter({ folder: "none" }).folderId).toBe("none");
    expect(readFilter({ trash: "1", folder: ID })).toMatchObject({ trash: true, folderId: null });
  });

  it("counts what it does not know as not asked", () => {
    const filter = readFilter({ folder: "../x", status: "odd", page: "-4", sort: "password", q: ["a", "b"] });
    expect(filter).toEqual(NO_FILTER);
    expect(readOpen({ doc: "1 or 1=1" })).toBeNull();
    expect(readAsked({ id: ["x"], message: "y" })).toEqual({ id: null, message: null });
    expect(readAsked({ id: ID, message: ID })).toEqual({ id: ID, message: ID });
    expect(readFilter({ page: "2.7" }).page).toBe(2);
    expect(readFilter({ page: "9999999999" }).page).toBe(100_000);
    expect(readFilter({ q: "x".repeat(500) }).keyword).toHaveLength(120);
  });
});
