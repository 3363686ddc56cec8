import "server-only";
import { db } from "@/db/client";
import { findDepartmentsByName } from "@/db/queries/organisation/departments";
import type { PaletteFinder } from "@/lib/palette/finder";
import { P } from "@/lib/permissions/codes";
import { usersAddress } from "./filter";
import { userQuery } from "./schema";
import { readUsers } from "./service/users";

/** People of the organisation by name, account or number. */
export const PEOPLE_FOUND: PaletteFinder = {
  id: "people",
  order: 60,
  codes: [P.ORG_USER],
  async find(keyword, { actor, limit }) {
    const { items } = await readUsers(actor, userQuery.parse({ keyword, pageSize: limit }));
    return items.map(({ id, name, account, department }) => ({
      id,
      label: name,
      detail: [account, department?.name].filter(Boolean).join(" · "),
      href: `/system/user-manage/user-manage${usersAddress.query({ ...usersAddress.plain, open: id })}`,
    }));
  },
};

/** Departments by name: the tree opens at them. */
export const DEPARTMENTS_FOUND: PaletteFinder = {
  id: "departments",
  order: 70,
  codes: [P.ORG_DEPT],
  find: async (keyword, { limit }) =>
    (await findDepartmentsByName(db(), keyword, limit)).map(({ id, name }) => ({
      id,
      label: name,
      href: `/system/user-manage/dept-manage?q=${encodeURIComponent(name)}`,
    })),
};
