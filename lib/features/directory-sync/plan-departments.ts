import type { OutsideDepartment } from "@/lib/auth/channels/types";
import { cut } from "@/lib/text/storable";
import { DEPARTMENT_NAME_MAX, type SyncReason } from "./kinds";
import type { DepartmentValues, PlanItem, Present, PresentDepartment } from "./plan-types";

/** A department as the plan would leave it. Ids of those it makes are `new:<id there>`. */
interface Node {
  id: string;
  ref?: string;
  parent: string | null;
  name: string;
  status: "enabled" | "disabled";
}

const MADE = "new:";
const key = (parent: string | null, name: string) => `${parent ?? ""}\n${name}`;

/** Where people of a department there belong: an id here, or one the plan makes. */
export type Place = { departmentId: string } | { departmentRef: string };

/** The departments of a reading against those here, parents before children. */
export class DepartmentPlan {
  readonly items: PlanItem[] = [];
  private readonly nodes = new Map<string, Node>();
  private readonly taken = new Map<string, string>();
  private readonly placeOf = new Map<string, string>();
  private readonly present: ReadonlyMap<string, PresentDepartment>;

  constructor(
    private readonly here: Present,
    /** New departments of the top hang below it. */
    readonly baseId: string,
  ) {
    this.present = new Map(here.departments.map((row) => [row.id, row]));
    for (const { id, parentId, name, status } of here.departments) {
      this.nodes.set(id, { id, parent: parentId, name, status });
      this.taken.set(key(parentId, name), id);
    }
  }

  /** Plans every department that was read. */
  read(departments: readonly OutsideDepartment[]): void {
    const byId = new Map<string, OutsideDepartment>();
    for (const row of departments) {
      if (byId.has(row.id)) this.leave(row, "departmentDouble");
      else byId.set(row.id, row);
    }
    const children = Map.groupBy(byId.values(), ({ id, parentId }) =>
      // One whose parent may not be read stands at the top.
      parentId !== null && parentId !== id && byId.has(parentId) ? parentId : null,
    );
    const reached = new Set<string>();
    // A stack of its own: directories nest deeper than calls may.
    const waiting = (children.get(null) ?? []).map((row) => ({ row, parent: this.baseId as string | null })).reverse();
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { row, parent } = next;
      reached.add(row.id);
      const place = this.one(row, parent);
      if (place) this.placeOf.set(row.id, place);
      const below = (children.get(row.id) ?? []).toSorted((a, b) => (a.sort ?? 0) - (b.sort ?? 0));
      for (const child of below.reverse()) waiting.push({ row: child, parent: place });
    }
    // Whatever no top leads to goes round in a circle.
    for (const row of byId.values()) if (!reached.has(row.id)) this.leave(row, "departmentCycle");
  }

  /** The place of somebody whom a directory puts into these departments; null when none of them has one here. */
  placeFor(externalIds: readonly string[]): Place | null {
    for (const id of externalIds) {
      const place = this.placeOf.get(id);
      if (place) return place.startsWith(MADE) ? { departmentRef: id } : { departmentId: place };
    }
    return null;
  }

  /** What a department is called with what stands above it, for readers. */
  pathOf(place: Place | string | null): string {
    const start = typeof place === "string" || place === null ? place : idOf(place);
    const names: string[] = [];
    const seen = new Set<string>();
    for (let at = start; at && !seen.has(at); at = this.nodes.get(at)?.parent ?? null) {
      seen.add(at);
      names.unshift(this.nodes.get(at)?.name ?? "");
    }
    return names.join(" / ");
  }

  has(id: string): boolean {
    return this.present.has(id);
  }

  /** Closes what left the directory and holds nobody. `people`: who may come in after the plan, by department. */
  closeEmpty(read: ReadonlySet<string>, people: ReadonlyMap<string, number>): void {
    const gone = [...this.here.mapped].filter(([externalId]) => !read.has(externalId));
    const busy = new Set<string>();
    for (const [id, count] of people) {
      if (count <= 0) continue;
      for (let at: string | null = id; at && !busy.has(at); at = this.nodes.get(at)?.parent ?? null) busy.add(at);
    }
    // A department the plan makes or keeps open below it needs it open.
    const kept = new Set(this.placeOf.values());
    for (const id of kept) {
      for (let at = this.nodes.get(id)?.parent ?? null; at; at = this.nodes.get(at)?.parent ?? null) kept.add(at);
    }
    for (const [externalId, id] of gone) {
      const row = this.present.get(id);
      if (!row || row.parentId === null || row.status === "disabled" || busy.has(id) || kept.has(id)) continue;
      const before = this.valuesOf(row);
      this.items.push({
        ...this.line(externalId, row.name, "disable", id),
        before,
        after: { ...before, status: "disabled" },
        reason: "goneThere",
      });
    }
  }

  /** Plans one department; answers where it is or will be, null when it has no place. */
  private one(row: OutsideDepartment, parent: string | null): string | null {
    const name = row.name
      .normalize("NFC")
      .replace(/\p{Cc}/gu, " ")
      .trim();
    const mapped = this.here.mapped.get(row.id);
    const present = mapped ? this.present.get(mapped) : undefined;
    const refuse = (reason: SyncReason) => {
      this.leave(row, reason, present);
      return present?.id ?? null;
    };
    if (present && present.parentId === null) return present.id;
    if (parent === null) return refuse("departmentAbove");
    if (name === "") return refuse("nameEmpty");
    if ([...name].length > DEPARTMENT_NAME_MAX) return refuse("nameTooLong");
    const owner = this.taken.get(key(parent, name));
    if (owner !== undefined && owner !== present?.id) return refuse("departmentNameTaken");
    if (!present) return this.add(row, parent, name);
    if (this.isBelow(parent, present.id)) return refuse("departmentBelowItself");
    return this.change(row, present, parent, name);
  }

  private add(row: OutsideDepartment, parent: string, name: string): string {
    const id = `${MADE}${row.id}`;
    this.put({ id, ref: row.id, parent, name, status: "enabled" });
    this.items.push({
      ...this.line(row.id, name, "add", null),
      after: { name, status: "enabled", ...this.parentOf(parent) },
    });
    return id;
  }

  private change(row: OutsideDepartment, present: PresentDepartment, parent: string, name: string): string {
    const isClosed = present.status === "disabled";
    if (isClosed && !present.closedBySync) {
      this.leave(row, "disabledHere", present);
      return present.id;
    }
    const before = this.valuesOf(present);
    const after: DepartmentValues = { name, status: "enabled", ...this.parentOf(parent) };
    const isMoved = present.parentId !== parent;
    if (isMoved || present.name !== name || isClosed) {
      const action = isClosed ? "enable" : isMoved ? "move" : "change";
      this.items.push({ ...this.line(row.id, name, action, present.id), before, after });
      this.taken.delete(key(present.parentId, present.name));
      this.put({ id: present.id, parent, name, status: "enabled" });
    }
    return present.id;
  }

  private put(node: Node): void {
    this.nodes.set(node.id, node);
    this.taken.set(key(node.parent, node.name), node.id);
  }

  private parentOf(parent: string): Pick<DepartmentValues, "parentId" | "parentRef" | "parent"> {
    const text = this.pathOf(parent);
    const ref = this.nodes.get(parent)?.ref;
    return ref === undefined ? { parentId: parent, parent: text } : { parentId: null, parentRef: ref, parent: text };
  }

  private valuesOf({ name, parentId, status }: PresentDepartment): DepartmentValues {
    return { name, parentId, parent: this.pathOf(parentId), status };
  }

  /** Whether a department is another one or stands below it, as the plan has it so far. */
  private isBelow(id: string, above: string): boolean {
    const seen = new Set<string>();
    for (let at: string | null = id; at && !seen.has(at); at = this.nodes.get(at)?.parent ?? null) {
      if (at === above) return true;
      seen.add(at);
    }
    return false;
  }

  private leave(row: OutsideDepartment, reason: SyncReason, present?: PresentDepartment): void {
    const before = present ? this.valuesOf(present) : null;
    this.items.push({ ...this.line(row.id, row.name, "conflict", present?.id ?? null), before, reason });
  }

  private line(externalId: string, name: string, action: PlanItem["action"], targetId: string | null): PlanItem {
    const shown = cut(name, 200);
    return {
      subject: "department",
      action,
      externalId,
      targetId,
      name: shown,
      account: "",
      before: null,
      after: null,
      reason: null,
    };
  }
}

/** The id the plan knows a place by. */
export function idOf(place: Place): string {
  return "departmentId" in place ? place.departmentId : `${MADE}${place.departmentRef}`;
}
