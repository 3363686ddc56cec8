import "server-only";
import { db } from "@/db/client";
import { findVersion } from "@/db/queries/apps/versions";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { talks } from "@/lib/config/app-kinds";
import { orNotFound } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import type { OpenAppDto } from "../dto";
import { type ExternalSettings, talkSettingsOf } from "../settings";
import { beginningOf } from "../workflow/beginning";
import type { FlowGraph } from "../workflow/graph";
import { requireAnyApp, toApp, versionInUse } from "./apps";
import { parsed } from "./drafts";

/** An app as its user meets it, in the version that is in use. Throws notFound. */
export async function openApp(actor: Actor, id: string): Promise<OpenAppDto> {
  requirePermission(actor, P.APPS);
  const row = await requireAnyApp(actor, id, "use");
  if (row.kind === "tool") return openAs(actor, row, {});
  const { settings } = orNotFound(await findVersion(db(), id, versionInUse(row) ?? 0));
  return openAs(actor, row, parsed(row, settings));
}

/** As `openApp`, with other settings: a draft that is being tried. */
export function openAs(actor: Actor, row: Parameters<typeof toApp>[1], settings: unknown): OpenAppDto {
  const { kind, name, icon, description, owner, version, mayManage, isFavourite } = toApp(actor, row);
  const talk = talkSettingsOf(talks(kind) ? settings : {});
  const { opening, questions, hasVoice } = talk;
  const { variables, takesFiles } = kind === "workflow" ? beginningOf(settings as FlowGraph) : talk;
  const url = kind === "external" ? (settings as ExternalSettings).url : "";
  return {
    ...{ id: row.id, kind, name, icon, description, owner, version, mayManage, isFavourite },
    isTrial: row.isTrial,
    pinnedVersion: version === null ? null : row.pinnedVersion,
    ...{ opening, questions, variables, takesFiles, hasVoice, url },
  };
}
