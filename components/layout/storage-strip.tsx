import { HardDrive } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { cn } from "@/components/ui/cn";
import { type Actor, hasPermission } from "@/lib/auth/actor";
import { storageState } from "@/lib/files/room";
import { P } from "@/lib/permissions/codes";
import { bytesText } from "@/lib/text/bytes";
import type { ShellKind } from "./sidebar";

/** A strip above the console's screens while the server is running out of room, for those who keep its configuration. */
export async function StorageStrip({ kind, actor }: { kind: ShellKind; actor: Actor }) {
  if (kind !== "console" || !hasPermission(actor, P.CONFIG_BASIC)) return null;
  const { level, free } = await storageState();
  if (level === "ok") return null;
  const t = await getTranslations("preview.storage");
  return (
    <div
      role="status"
      className={cn(
        "flex shrink-0 items-center gap-x-3 border-b px-4 py-2 text-sm md:px-5",
        level === "low" ? "bg-warning-soft text-warning-ink" : "bg-danger-soft text-danger-ink",
      )}
    >
      <HardDrive aria-hidden size={15} strokeWidth={1.75} className="shrink-0" />
      <span className="min-w-0 flex-1">{t(level, { free: free === null ? "?" : bytesText(free) })}</span>
    </div>
  );
}
