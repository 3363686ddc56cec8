import "server-only";
import type { DirectoryReading } from "@/lib/auth/channels/types";
import { DepartmentPlan } from "./plan-departments";
import { PeoplePlan } from "./plan-people";
import type { PlanItem, PlanOptions, Present, SyncPlan } from "./plan-types";

/**
 * What a reading of a directory comes to, against what is here. Nothing is written; nobody and nothing is ever deleted.
 * `baseId`: where new departments hang and people without one go.
 */
export function planSync(reading: DirectoryReading, here: Present, options: PlanOptions, baseId: string): SyncPlan {
  const departments = new DepartmentPlan(here, baseId);
  if (options.departments) departments.read(reading.departments);
  const made = departments.items.length;
  const people = new PeoplePlan(here, options, departments);
  people.read(reading.people);
  if (options.departments) {
    departments.closeEmpty(new Set(reading.departments.map(({ id }) => id)), people.peopleAfter());
  }
  const [shaped, closed] = [departments.items.slice(0, made), departments.items.slice(made)];
  const isLeft = ({ action }: PlanItem) => action === "conflict";
  // Departments stand before people go there, and close after the last has gone.
  const work = [
    ...shaped.filter((item) => !isLeft(item)),
    ...people.disables,
    ...people.changes,
    ...people.adds,
    ...closed,
  ];
  const items = [...work, ...shaped.filter(isLeft), ...people.conflicts];
  const summary: Record<string, number> = {};
  for (const { subject, action } of items) {
    const key = `${subject}.${action}`;
    summary[key] = (summary[key] ?? 0) + 1;
  }
  const own = here.people.filter(({ isOwn, status }) => isOwn && status === "enabled").length;
  const leavers = people.disables.length;
  const isEmpty = reading.people.length === 0;
  return {
    items,
    summary,
    total: work.length,
    needsReview: isEmpty || (leavers > 0 && leavers * 100 > options.disableMaxPercent * own),
  };
}
