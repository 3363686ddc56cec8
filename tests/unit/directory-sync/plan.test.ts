import { v7 } from "uuid";
import { channelProvisioning } from "@/lib/auth/channels/schema";
import type { OutsideDepartment, OutsidePerson } from "@/lib/auth/channels/types";
import { planSync } from "@/lib/features/directory-sync/plan";
import type { PlanItem, PlanOptions, Present, PresentPerson } from "@/lib/features/directory-sync/plan-types";

const ROOT = "00000000-0000-7000-8000-000000000001";
const [ADMINS, SALES_ROLE] = [v7(), v7()];

const person = (subject: string, more: Partial<OutsidePerson> = {}): OutsidePerson => ({
  subject,
  account: `a.${subject}`,
  name: `Name ${subject}`,
  departmentIds: [],
  claims: {},
  disabled: false,
  ...more,
});
const here = (subject: string, more: Partial<PresentPerson> = {}): PresentPerson => ({
  subject,
  userId: `user-${subject}`,
  account: `a.${subject}`,
  name: `Name ${subject}`,
  email: null,
  phone: null,
  status: "enabled",
  departmentId: ROOT,
  roleIds: [],
  isOwn: true,
  disabledBySync: false,
  ...more,
});
const department = (id: string, parentId: string | null = null, name = `D ${id}`): OutsideDepartment => ({
  id,
  parentId,
  name,
});
const present = (more: Partial<Present> = {}): Present => ({
  mapped: new Map(),
  people: [],
  takenAccounts: new Set(),
  seatsLeft: null,
  ...more,
  departments: [
    { id: ROOT, parentId: null, name: "Root", status: "enabled", people: 0, closedBySync: false },
    ...(more.departments ?? []),
  ],
});
const row = (id: string, name: string, parentId = ROOT, more: object = {}) => ({
  id,
  parentId,
  name,
  status: "enabled" as const,
  people: 0,
  closedBySync: false,
  ...more,
});
const options = (more: Partial<PlanOptions> = {}): PlanOptions => ({
  provisioning: channelProvisioning.parse({}),
  departments: true,
  disableMaxPercent: 10,
  actorId: null,
  ...more,
});
interface Case {
  departments?: OutsideDepartment[];
  people?: OutsidePerson[];
  here?: Partial<Present>;
  options?: Partial<PlanOptions>;
}
const plan = (given: Case) =>
  planSync(
    { departments: given.departments ?? [], people: given.people ?? [] },
    present(given.here),
    options(given.options),
    ROOT,
  );
const told = (items: readonly PlanItem[]) =>
  items.map(({ subject, action, externalId, reason }) =>
    [subject, action, externalId, reason].filter(Boolean).join(" "),
  );

describe("people", () => {
  it("are added once, changed where they differ and left alone where they do not", () => {
    const { items, summary, total } = plan({
      people: [person("new", { email: "n@x.cn" }), person("same"), person("other", { name: "Renamed" })],
      here: { people: [here("same"), here("other")] },
    });
    expect(told(items)).toEqual(["user change other", "user add new"]);
    expect(summary).toEqual({ "user.change": 1, "user.add": 1 });
    expect(total).toBe(2);
    expect(items[0]).toMatchObject({
      before: { name: "Name other" },
      after: { name: "Renamed" },
      targetId: "user-other",
    });
    expect(items[1]).toMatchObject({
      account: "a.new",
      after: { email: "n@x.cn", departmentId: ROOT },
      targetId: null,
    });
  });

  it("are known by their subject, never by an account or an e-mail", () => {
    const { items } = plan({
      people: [person("s2", { account: "A.S1", email: "boss@x.cn" })],
      here: { people: [here("s1", { email: "boss@x.cn" })], takenAccounts: new Set(["a.s1"]) },
      options: { disableMaxPercent: 100 },
    });
    expect(told(items)).toEqual(["user disable s1 goneThere", "user conflict s2 accountTaken"]);
  });

  it.each([
    ["accountInvalid", [person("x", { account: "two words" })]],
    ["accountInvalid", [person("x", { account: "a".repeat(65) })]],
    ["nameTooLong", [person("x", { name: "名".repeat(61) })]],
    ["subjectDouble", [person("")]],
  ] as const)("is left alone: %s", (reason, people) => {
    const { items, total } = plan({ people: [...people] });
    expect(items).toMatchObject([{ action: "conflict", reason }]);
    expect(total).toBe(0);
  });

  it("of limits exactly met are added; two of one account are both left alone", () => {
    const { items } = plan({
      people: [
        person("ok", { account: "a".repeat(64), name: "名".repeat(60) }),
        person("one", { account: "Same" }),
        person("two", { account: "ｓame" }),
      ],
    });
    expect(told(items)).toEqual(["user add ok", "user conflict one accountDouble", "user conflict two accountDouble"]);
  });

  it("who left are disabled, come back only when the sync itself disabled them", () => {
    const gone = plan({
      people: [person("stays"), person("off", { disabled: true }), person("unknown", { disabled: true })],
      here: { people: [here("stays"), here("off"), here("left"), here("long", { status: "disabled" })] },
    });
    expect(told(gone.items)).toEqual(["user disable off disabledThere", "user disable left goneThere"]);
    const back = plan({
      people: [person("ours"), person("theirs")],
      here: {
        people: [here("ours", { status: "disabled", disabledBySync: true }), here("theirs", { status: "disabled" })],
      },
    });
    expect(told(back.items)).toEqual(["user enable ours", "user conflict theirs disabledHere"]);
  });

  it("of local accounts are never changed or disabled, nor is whoever asked", () => {
    const { items } = plan({
      people: [person("local", { name: "Other" }), person("shut", { disabled: true })],
      here: {
        people: [
          here("local", { isOwn: false }),
          here("shut", { isOwn: false }),
          here("gone", { isOwn: false }),
          here("me"),
        ],
      },
      options: { actorId: "user-me" },
    });
    expect(told(items)).toEqual([
      "user conflict shut localAccount",
      "user conflict gone localAccount",
      "user conflict me ownAccount",
    ]);
  });

  it("keep what the directory does not tell, and lose only roles of rules", () => {
    const provisioning = channelProvisioning.parse({
      roleIds: [v7()],
      rules: [
        { claim: "groups", value: "Admins", roleIds: [ADMINS] },
        { claim: "groups", value: "Sales", roleIds: [SALES_ROLE] },
      ],
    });
    const own = v7();
    const { items } = plan({
      people: [person("p", { claims: { groups: ["sales"] } })],
      here: { people: [here("p", { email: "keep@x.cn", phone: "+8613800138000", roleIds: [ADMINS, own] })] },
      options: { provisioning },
    });
    expect(items).toMatchObject([
      {
        action: "change",
        after: { email: "keep@x.cn", phone: "+8613800138000", addRoleIds: [SALES_ROLE], removeRoleIds: [ADMINS] },
      },
    ]);
  });

  it("take seats that leavers free; who finds none is told", () => {
    const { items } = plan({
      people: [person("n1"), person("n2"), person("back")],
      here: { people: [here("left"), here("back", { status: "disabled", disabledBySync: true })], seatsLeft: 1 },
    });
    expect(told(items)).toEqual([
      "user disable left goneThere",
      "user enable back",
      "user add n1",
      "user conflict n2 seats",
    ]);
  });
});

describe("a second look", () => {
  const crowd = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`);
  it.each([
    [10, 1, 10, false],
    [10, 2, 10, true],
    [10, 0, 0, false],
    [10, 1, 0, true],
    [10, 9, 100, false],
  ])("of %i people %i leave, %i %% may: %s", (all, leave, disableMaxPercent, needsReview) => {
    const names = crowd(all);
    const made = plan({
      people: names.slice(leave).map((name) => person(name)),
      here: { people: names.map((name) => here(name)) },
      options: { disableMaxPercent },
    });
    expect(made.needsReview).toBe(needsReview);
    expect(made.summary["user.disable"] ?? 0).toBe(leave);
  });

  it("is needed whenever nobody was read", () => {
    expect(plan({ options: { disableMaxPercent: 100 } }).needsReview).toBe(true);
    expect(plan({ here: { people: [here("p")] }, options: { disableMaxPercent: 100 } }).needsReview).toBe(true);
  });
});

describe("departments", () => {
  it("are made parents first, whatever their order, and people go there", () => {
    const { items } = plan({
      departments: [department("c", "b"), department("b", "a"), department("a")],
      people: [person("p", { departmentIds: ["missing", "c"] })],
    });
    expect(told(items)).toEqual(["department add a", "department add b", "department add c", "user add p"]);
    expect(items[0]).toMatchObject({ after: { parentId: ROOT, parent: "Root" } });
    expect(items[2]).toMatchObject({ after: { parentId: null, parentRef: "b", parent: "Root / D a / D b" } });
    expect(items[3]).toMatchObject({
      after: { departmentId: null, departmentRef: "c", department: "Root / D a / D b / D c" },
    });
  });

  it("that go round in a circle are left alone; orphans stand at the top; doubles are told", () => {
    const { items } = plan({
      departments: [
        department("x", "y"),
        department("y", "x"),
        department("below", "x"),
        department("orphan", "not-read"),
        department("self", "self"),
        department("orphan", null, "Again"),
      ],
      people: [person("p", { departmentIds: ["x"] })],
    });
    expect(told(items)).toEqual([
      "department add orphan",
      "department add self",
      "user add p",
      "department conflict orphan departmentDouble",
      "department conflict x departmentCycle",
      "department conflict y departmentCycle",
      "department conflict below departmentCycle",
    ]);
    expect(items[2]).toMatchObject({ after: { departmentId: ROOT } });
  });

  it("of a name that is taken are not adopted, nor what stands below them", () => {
    const { items } = plan({
      departments: [department("a", null, "Sales"), department("b", "a")],
      here: { departments: [row("d1", "Sales")] },
      people: [person("p")],
    });
    expect(told(items)).toEqual([
      "user add p",
      "department conflict a departmentNameTaken",
      "department conflict b departmentAbove",
    ]);
  });

  it("that are known move, change their name, and never go below themselves", () => {
    const { items } = plan({
      departments: [department("a", null, "New"), department("b", "a", "B")],
      people: [person("p")],
      here: {
        departments: [row("d1", "Old"), row("d2", "B")],
        mapped: new Map([
          ["a", "d1"],
          ["b", "d2"],
        ]),
      },
    });
    expect(told(items.slice(0, 2))).toEqual(["department change a", "department move b"]);
    const upside = planSync(
      { departments: [department("a", null, "A")], people: [person("p")] },
      present({ departments: [row("d1", "A"), row("base", "Base", "d1")], mapped: new Map([["a", "d1"]]) }),
      options(),
      "base",
    );
    expect(told(upside.items)).toContain("department conflict a departmentBelowItself");
  });

  it("that left close when nobody is in them or below, never the root", () => {
    const known = [row("d1", "Empty"), row("d2", "Busy"), row("d3", "Below", "d2", { people: 1 }), row("d4", "Left")];
    const { items } = plan({
      people: [person("p", { departmentIds: [] })],
      here: {
        departments: [...known.slice(0, 3), { ...known[3]!, people: 1 }],
        mapped: new Map([
          ["e", "d1"],
          ["f", "d2"],
          ["g", "d4"],
          ["r", ROOT],
        ]),
        people: [here("p"), here("leaver", { departmentId: "d4" })],
      },
      options: { disableMaxPercent: 100 },
    });
    expect(told(items)).toEqual([
      "user disable leaver goneThere",
      "department disable e goneThere",
      "department disable g goneThere",
    ]);
  });

  it("open again only when the sync closed them", () => {
    const { items } = plan({
      departments: [department("a", null, "A"), department("b", null, "B")],
      people: [person("p")],
      here: {
        departments: [
          row("d1", "A", ROOT, { status: "disabled", closedBySync: true }),
          row("d2", "B", ROOT, { status: "disabled" }),
        ],
        mapped: new Map([
          ["a", "d1"],
          ["b", "d2"],
        ]),
      },
    });
    expect(told(items)).toEqual(["department enable a", "user add p", "department conflict b disabledHere"]);
  });

  it("are left out when only people are wanted", () => {
    const { items } = plan({
      departments: [department("a")],
      people: [person("p", { departmentIds: ["a"] }), person("q", { departmentIds: ["a"] })],
      here: { people: [here("q", { departmentId: "elsewhere" })] },
      options: { departments: false },
    });
    expect(told(items)).toEqual(["user add p"]);
    expect(items[0]).toMatchObject({ after: { departmentId: ROOT } });
  });
});

it("takes ten thousand people and a very deep tree", () => {
  const departments = Array.from({ length: 500 }, (_, index) =>
    department(`d${index}`, index ? `d${index - 1}` : null),
  );
  const people = Array.from({ length: 10_000 }, (_, index) =>
    person(`p${index}`, { departmentIds: [`d${index % 10}`] }),
  );
  const { summary, total } = plan({
    departments,
    people,
    here: { people: people.slice(0, 5000).map((p) => here(p.subject)) },
  });
  expect(summary).toEqual({ "department.add": 500, "user.move": 5000, "user.add": 5000 });
  expect(total).toBe(10_500);
});
