import "server-only";
import type { AppSubjects } from "@/db/queries/apps/apps";
import { type Actor, hasPermission } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import { P } from "@/lib/permissions/codes";

/** A person as apps are shown to them; whoever keeps the organisation's tools keeps those of areas. */
export const appReader = (actor: Parameters<typeof subjectsOf>[0] & Pick<Actor, "permissions">): AppSubjects => ({
  ...subjectsOf(actor),
  keepsTools: hasPermission(actor, P.CONFIG_TOOLS),
});
