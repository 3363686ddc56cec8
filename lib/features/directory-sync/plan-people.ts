import "server-only";
import { outsideAccount } from "@/lib/auth/account";
import { profileOf, ruled } from "@/lib/auth/channels/outcome";
import type { OutsidePerson } from "@/lib/auth/channels/types";
import { USER_NAME_MAX } from "@/lib/config/constants";
import { cut } from "@/lib/text/storable";
import type { SyncReason } from "./kinds";
import type { DepartmentPlan, Place } from "./plan-departments";
import type { PersonValues, PlanItem, PlanOptions, Present, PresentPerson } from "./plan-types";

/** The people of a reading against those here. Who is matched by issuer and subject, nothing else. */
export class PeoplePlan {
  /** In the order they are carried out: leavers first, for they free seats. */
  readonly disables: PlanItem[] = [];
  readonly changes: PlanItem[] = [];
  readonly adds: PlanItem[] = [];
  readonly conflicts: PlanItem[] = [];
  private readonly bySubject: ReadonlyMap<string, PresentPerson>;
  private readonly seen = new Set<string>();

  constructor(
    private readonly here: Present,
    private readonly options: PlanOptions,
    private readonly departments: DepartmentPlan,
  ) {
    this.bySubject = new Map(here.people.map((person) => [person.subject, person]));
  }

  read(people: readonly OutsidePerson[]): void {
    const subjects = new Set<string>();
    const found = people.filter((person) => {
      if (person.subject !== "" && !subjects.has(person.subject)) {
        subjects.add(person.subject);
        return true;
      }
      this.leave(person, "subjectDouble");
      return false;
    });
    const accounts = new Map<string, number>();
    for (const person of found) {
      const account = outsideAccount(person.account);
      if (account && !this.bySubject.has(person.subject)) accounts.set(account, (accounts.get(account) ?? 0) + 1);
    }
    for (const person of found) {
      const present = this.bySubject.get(person.subject);
      if (present) this.known(person, present);
      else if (!person.disabled) this.unknown(person, accounts);
    }
    this.gone();
    this.giveSeats();
  }

  /** Who may come in after the plan, by department. */
  peopleAfter(): Map<string, number> {
    const counts = new Map(this.here.departments.map(({ id, people }) => [id, people]));
    const count = (id: string | null, by: number) => id && counts.set(id, (counts.get(id) ?? 0) + by);
    for (const { before, after } of [...this.disables, ...this.changes, ...this.adds]) {
      const [from, to] = [before as PersonValues | null, after as PersonValues];
      if (from?.status === "enabled") count(from.departmentId, -1);
      if (to.status === "enabled") count(to.departmentRef ? `new:${to.departmentRef}` : to.departmentId, 1);
    }
    return counts;
  }

  private unknown(person: OutsidePerson, accounts: ReadonlyMap<string, number>): void {
    const account = outsideAccount(person.account);
    if (!account) return this.leave(person, "accountInvalid");
    if ((accounts.get(account) ?? 0) > 1) return this.leave(person, "accountDouble");
    if (this.here.takenAccounts.has(account)) return this.leave(person, "accountTaken");
    if (isTooLong(person)) return this.leave(person, "nameTooLong");
    const { provisioning } = this.options;
    const rules = ruled(provisioning.rules, person.claims);
    const place = this.placeOf(person, rules.departmentId) ?? { departmentId: this.departments.baseId };
    this.adds.push({
      ...this.line(person, account, "add", null),
      after: {
        ...profileOf(person),
        ...this.departmentOf(place),
        status: "enabled",
        addRoleIds: [...new Set([...provisioning.roleIds, ...rules.roleIds])],
      },
    });
  }

  private known(person: OutsidePerson, present: PresentPerson): void {
    // Two identities of one directory for one person: the first speaks.
    if (this.seen.has(present.userId)) return;
    this.seen.add(present.userId);
    if (!present.isOwn) {
      if (person.disabled && present.status === "enabled") this.leave(person, "localAccount", present);
      return;
    }
    if (person.disabled) {
      if (present.status === "enabled") this.disable(present, "disabledThere");
      return;
    }
    const isBack = present.status === "disabled";
    if (isBack && !present.disabledBySync) return this.leave(person, "disabledHere", present);
    if (isTooLong(person)) return this.leave(person, "nameTooLong", present);
    const profile = profileOf(person);
    const rules = ruled(this.options.provisioning.rules, person.claims);
    const place = this.placeOf(person, rules.departmentId);
    const before = this.valuesOf(present);
    const addRoleIds = rules.roleIds.filter((id) => !present.roleIds.includes(id));
    const removeRoleIds = rules.takenRoleIds.filter((id) => present.roleIds.includes(id));
    const after: PersonValues = {
      name: profile.name,
      // What a directory does not tell is left as it is.
      email: profile.email ?? present.email,
      phone: profile.phone ?? present.phone,
      ...(place ? this.departmentOf(place) : { departmentId: present.departmentId, department: before.department }),
      status: "enabled",
      ...(addRoleIds.length > 0 ? { addRoleIds } : {}),
      ...(removeRoleIds.length > 0 ? { removeRoleIds } : {}),
    };
    const isMoved = after.departmentRef !== undefined || after.departmentId !== before.departmentId;
    const isChanged =
      addRoleIds.length + removeRoleIds.length > 0 ||
      (["name", "email", "phone"] as const).some((field) => after[field] !== before[field]);
    if (!isBack && !isMoved && !isChanged) return;
    const action = isBack ? "enable" : isMoved ? "move" : "change";
    this.changes.push({ ...this.line(person, present.account, action, present.userId), before, after });
  }

  /** Everybody of the channel whom the directory no longer names. */
  private gone(): void {
    for (const present of this.here.people) {
      if (this.seen.has(present.userId)) continue;
      this.seen.add(present.userId);
      if (present.status === "disabled") continue;
      if (present.isOwn) this.disable(present, "goneThere");
      else this.leave(present, "localAccount", present);
    }
  }

  private disable(present: PresentPerson, reason: SyncReason): void {
    if (present.userId === this.options.actorId) {
      this.leave(present, "ownAccount", present);
      return;
    }
    const before = this.valuesOf(present);
    const line = this.line(present, present.account, "disable", present.userId);
    this.disables.push({ ...line, before, after: { ...before, status: "disabled" }, reason });
  }

  /** Seats that leavers free are given first to those who come back, then to new people. */
  private giveSeats(): void {
    if (this.here.seatsLeft === null) return;
    let left = this.here.seatsLeft + this.disables.length;
    for (const list of [this.changes, this.adds]) {
      const kept = list.filter((item) => {
        if (item.action !== "enable" && item.action !== "add") return true;
        left -= 1;
        if (left >= 0) return true;
        this.conflicts.push({ ...item, action: "conflict", reason: "seats" });
        return false;
      });
      list.splice(0, list.length, ...kept);
    }
  }

  private placeOf(person: OutsidePerson, ruledId: string | null): Place | null {
    if (ruledId && this.departments.has(ruledId)) return { departmentId: ruledId };
    return this.options.departments ? this.departments.placeFor(person.departmentIds) : null;
  }

  private departmentOf(place: Place): Pick<PersonValues, "departmentId" | "departmentRef" | "department"> {
    const department = this.departments.pathOf(place);
    return "departmentId" in place
      ? { departmentId: place.departmentId, department }
      : { departmentId: null, departmentRef: place.departmentRef, department };
  }

  private valuesOf({ name, email, phone, departmentId, status }: PresentPerson): PersonValues {
    return { name, email, phone, departmentId, department: this.departments.pathOf(departmentId), status };
  }

  private leave(
    person: Pick<OutsidePerson, "subject" | "account" | "name">,
    reason: SyncReason,
    present?: PresentPerson,
  ): void {
    const line = this.line(person, present?.account ?? person.account, "conflict", present?.userId ?? null);
    this.conflicts.push({ ...line, before: present ? this.valuesOf(present) : null, reason });
  }

  private line(
    { subject, name, account: told }: Pick<OutsidePerson, "subject" | "name" | "account">,
    account: string,
    action: PlanItem["action"],
    targetId: string | null,
  ): PlanItem {
    return {
      subject: "user",
      action,
      externalId: subject,
      targetId,
      name: cut(name.trim() || told, 200),
      account: cut(account, 200),
      before: null,
      after: null,
      reason: null,
    };
  }
}

function isTooLong({ name }: OutsidePerson): boolean {
  return [...name.normalize("NFC").trim()].length > USER_NAME_MAX;
}
