import {
  findingHref,
  findingsAddress,
  findingsAsked,
  findingsHref,
} from "@/lib/features/knowledge-operations/findings-filter";
import { usageAddress } from "@/lib/features/knowledge-operations/usage-filter";

const BASE = "01900000-0000-7000-8000-000000000001";
const ID = "01900000-0000-7000-8000-000000000002";
const asked = (query: string, of: string | null = BASE) => {
  const state = findingsAddress.read(Object.fromEntries(new URLSearchParams(query)));
  return findingsAsked(state, { kind: "wrong", viewerId: "me", of });
};

describe("addresses of findings", () => {
  it("lead to the list of a base, or of the center, as it was narrowed", () => {
    const narrowed = { cause: "dislike", days: "7", state: "all" } as const;
    expect(findingsHref("wrong", BASE, narrowed)).toMatch(
      new RegExp(`wrong-question-collection\\?id=${BASE}&state=all&cause=dislike&days=7$`),
    );
    expect(findingsHref("good", null)).toMatch(/center-high-quality-answer$/);
    expect(findingHref("wrong", BASE, ID)).toMatch(new RegExp(`\\?id=${BASE}&state=all&open=${ID}$`));
  });

  it("ask for what is to be done unless they say otherwise, and for no base but the screen's", () => {
    expect(asked("")).toMatchObject({ kind: "wrong", baseId: BASE, state: "active", days: undefined });
    expect(asked(`state=all&base=${ID}&mine=1&days=30`)).toMatchObject({
      baseId: BASE,
      state: undefined,
      assigneeId: "me",
      days: 30,
    });
    expect(asked(`base=${ID}`, null)).toMatchObject({ baseId: ID });
    expect(asked("state=nonsense&cause=none&days=8")).toMatchObject({
      state: "active",
      cause: undefined,
      days: undefined,
    });
  });
});

it("addresses of use know their periods, lists and files alone", () => {
  const read = (query: string) => usageAddress.read(Object.fromEntries(new URLSearchParams(query)));
  expect(read("")).toMatchObject({ days: "30", list: undefined, fileId: null });
  expect(read(`days=90&list=untouched&file=${ID}&dept=${BASE}`)).toMatchObject({
    days: "90",
    list: "untouched",
    fileId: ID,
    departmentId: BASE,
  });
  expect(read("days=31&list=users&file=x")).toMatchObject({ days: "30", list: undefined, fileId: null });
});
