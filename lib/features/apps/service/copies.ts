import "server-only";
import { v7 } from "uuid";
import { db } from "@/db/client";
import { APP_RESOURCE, countOwnedApps, insertApp, updateApp } from "@/db/queries/apps/apps";
import { findDraft } from "@/db/queries/apps/versions";
import { lockUser } from "@/db/queries/auth/identity";
import { removeSubjectGrants } from "@/db/queries/permissions/grants";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { ownerMay } from "@/lib/auth/delegated";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { notify } from "@/lib/mail/notify";
import { P } from "@/lib/permissions/codes";
import { APPS_MAX } from "../limits";
import { editorHref } from "../paths";
import { assertMayMake, assertRoomForApp, requireApp, target } from "./apps";

/** An own copy of an app one may change, with its draft and without its versions, readers or use. Throws notFound, appLimit. */
export async function copyApp(actor: Actor, id: string, name: string): Promise<{ id: string }> {
  requirePermission(actor, P.APPS_WORKBENCH);
  const made = v7();
  await db().transaction(async (tx) => {
    const { kind, description, icon } = await requireApp(actor, id, "manage", tx);
    assertMayMake(actor, kind);
    await assertRoomForApp(tx, actor.id);
    const { settings } = orNotFound(await findDraft(tx, id));
    const row = { id: made, ownerId: actor.id, kind, name, description, icon, draft: settings, draftById: actor.id };
    await insertApp(tx, row);
    await recordAuditEvent(tx, actor, { action: "app.copy", target: target({ id: made, name }), after: { from: id } });
  });
  return { id: made };
}

/** Makes an own app another person's, who hears of it. Throws notFound, noPermission (not the owner), appOwnerUnfit, appLimit. */
export async function transferApp(actor: Actor, id: string, userId: string): Promise<void> {
  requirePermission(actor, P.APPS_WORKBENCH);
  const isFit = userId !== actor.id && (await ownerMay(userId, P.APPS_WORKBENCH));
  await db().transaction(async (tx) => {
    // Two people who give each other an app do not wait for one another.
    for (const person of [actor.id, userId].sort()) await lockUser(tx, person);
    const app = await requireApp(actor, id, "manage", tx);
    if (app.ownerId !== actor.id) throw new AppError("noPermission");
    if (!isFit) throw new AppError("appOwnerUnfit");
    if ((await countOwnedApps(tx, userId)) >= APPS_MAX) throw new AppError("appLimit", { args: { max: APPS_MAX } });
    await updateApp(tx, id, { ownerId: userId });
    // An owner needs no grant.
    await removeSubjectGrants(tx, {
      resourceType: APP_RESOURCE,
      subject: { type: "user", id: userId },
      resourceIds: [id],
    });
    await recordAuditEvent(tx, actor, {
      action: "app.transfer",
      target: target(app),
      before: { ownerId: actor.id },
      after: { ownerId: userId },
    });
    const args = { name: app.name, from: actor.name };
    await notify(tx, [{ userId, kind: "appTransferred", args, href: editorHref(id) }]);
  });
}
