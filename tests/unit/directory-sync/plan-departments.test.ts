import { planSync } from "@/lib/features/directory-sync/plan";
import { department, here, options, person, plan, present, ROOT, row, told } from "./cases";

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
