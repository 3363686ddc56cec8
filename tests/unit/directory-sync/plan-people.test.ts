import { v7 } from "uuid";
import { channelProvisioning } from "@/lib/auth/channels/schema";
import { department, here, person, plan, ROOT, told } from "./cases";

const [ADMINS, SALES_ROLE] = [v7(), v7()];

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
