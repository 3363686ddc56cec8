import "server-only";
import { db } from "@/db/client";
import { lockUser } from "@/db/queries/auth/identity";
import { countPictures, listDrawingFolders } from "@/db/queries/drawing/pictures";
import { drawingFolders } from "@/db/schema/drawing";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { isoTimes } from "@/lib/config/time";
import { foldersOf } from "@/lib/folders/folders";
import { P } from "@/lib/permissions/codes";
import type { DrawingFolderDto, DrawingFoldersDto } from "../dto";
import { FOLDERS_MAX } from "../limits";

const ACTIONS = {
  create: "drawing.folder.create",
  change: "drawing.folder.change",
  delete: "drawing.folder.delete",
} as const;

const folders = foldersOf({
  table: drawingFolders,
  nameKey: "drawing_folders_name_key",
  permission: P.PAINTING,
  atMost: FOLDERS_MAX,
  lock: lockUser,
  onChange: (tx, actor, { verb, id, name, formerName }) => {
    const before = formerName === undefined ? undefined : { name: formerName };
    return recordAuditEvent(tx, actor, { action: ACTIONS[verb], target: { type: "drawingFolder", id, name }, before });
  },
});
export const { rename: renameFolder, remove: deleteFolder } = folders;

/** Own folders by name, with how many pictures lie in each. */
export async function listFolders(actor: Actor): Promise<DrawingFoldersDto> {
  requirePermission(actor, P.PAINTING);
  const [rows, counts] = await Promise.all([listDrawingFolders(db(), actor.id), countPictures(db(), actor.id)]);
  return { items: rows.map(isoTimes), ...counts };
}

/** Throws foldersLimit and folderNameTaken. */
export async function createFolder(actor: Actor, name: string): Promise<DrawingFolderDto> {
  return { ...isoTimes(await folders.create(actor, name)), pictures: 0 };
}
