import "server-only";
import { loadConfig } from "@/lib/config/system-config";
import type { FileLimits } from "./attachments";

/** What a question may bring along, for the composer. */
export async function fileLimits(): Promise<FileLimits> {
  const upload = await loadConfig("uploadConfig");
  return { files: upload.chatFiles, bytes: Math.min(upload.chatFileMb, upload.fileMb) * 1024 ** 2 };
}
