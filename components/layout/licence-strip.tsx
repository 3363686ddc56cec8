import { Clock, Lock } from "lucide-react";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { cn } from "@/components/ui/cn";
import { type Actor, hasPermission } from "@/lib/auth/actor";
import { currentLicence } from "@/lib/licence/load";
import { P } from "@/lib/permissions/codes";
import type { ShellKind } from "./sidebar";

/** Days before the end from which the console says so on every screen (spec N12). */
const STRIP_DAYS = 7;
const LICENCE_PATH = "/system/system-manage/license-manage";

/** A strip above every screen: the product is read-only, or will soon be, and who can help. */
export async function LicenceStrip({ kind, actor }: { kind: ShellKind; actor: Actor }) {
  const { readOnly, state, remainingDays } = await currentLicence();
  const mayManage = hasPermission(actor, P.CONFIG_LICENSE);
  const isEnding = state === "expiring" && remainingDays !== null && remainingDays <= STRIP_DAYS;
  if (!readOnly && !(isEnding && kind === "console" && mayManage)) return null;
  const t = await getTranslations("licence.strip");
  const Icon = readOnly ? Lock : Clock;
  return (
    <div
      role="status"
      className={cn(
        "flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-2 text-sm md:px-5",
        readOnly ? "bg-danger-soft text-danger-ink" : "bg-warning-soft text-warning-ink",
      )}
    >
      <Icon aria-hidden size={15} strokeWidth={1.75} className="shrink-0" />
      <span className="min-w-0 flex-1 basis-60">
        {readOnly ? t("readOnly") : t("ending", { days: remainingDays ?? 0 })} {readOnly && !mayManage && t("ask")}
      </span>
      {mayManage && (
        <Link href={LICENCE_PATH} className="rounded-xs font-semibold underline underline-offset-2">
          {t("manage")}
        </Link>
      )}
    </div>
  );
}
