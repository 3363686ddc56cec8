import { channelProvisioning } from "@/lib/auth/channels/schema";
import type { OutsideDepartment, OutsidePerson } from "@/lib/auth/channels/types";
import { planSync } from "@/lib/features/directory-sync/plan";
import type { PlanItem, PlanOptions, Present, PresentPerson } from "@/lib/features/directory-sync/plan-types";

export const ROOT = "00000000-0000-7000-8000-000000000001";

export const person = (subject: string, more: Partial<OutsidePerson> = {}): OutsidePerson => ({
  subject,
  account: `a.${subject}`,
  name: `Name ${subject}`,
  departmentIds: [],
  claims: {},
  disabled: false,
  ...more,
});
export const here = (subject: string, more: Partial<PresentPerson> = {}): PresentPerson => ({
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
export const department = (id: string, parentId: string | null = null, name = `D ${id}`): OutsideDepartment => ({
  id,
  parentId,
  name,
});
export const present = (more: Partial<Present> = {}): Present => ({
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
export const row = (id: string, name: string, parentId = ROOT, more: object = {}) => ({
  id,
  parentId,
  name,
  status: "enabled" as const,
  people: 0,
  closedBySync: false,
  ...more,
});
export const options = (more: Partial<PlanOptions> = {}): PlanOptions => ({
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
export const plan = (given: Case) =>
  planSync(
    { departments: given.departments ?? [], people: given.people ?? [] },
    present(given.here),
    options(given.options),
    ROOT,
  );
export const told = (items: readonly PlanItem[]) =>
  items.map(({ subject, action, externalId, reason }) =>
    [subject, action, externalId, reason].filter(Boolean).join(" "),
  );
