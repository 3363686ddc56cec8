"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useMoments } from "@/components/common/use-moments";
import type { PromptDetail } from "@/lib/features/prompts/dto";

/** Who made it, when, which version, what it was copied from. */
export function PromptFacts({ prompt, onOpen }: { prompt: PromptDetail; onOpen?: (id: string) => void }) {
  const t = useTranslations("prompts");
  const format = useFormatter();
  const moments = useMoments();
  const { forkOf, department, visibility } = prompt;
  const author = prompt.isShipped
    ? t("creator.product")
    : prompt.isOwn
      ? t("creator.you")
      : (prompt.creator ?? t("creator.organisation"));
  const facts: [string, string][] = [
    [t("drawer.author"), author],
    [t("drawer.updated"), moments.day(prompt.updatedAt)],
    [t("drawer.version"), String(prompt.version)],
    [t("field.usageCount"), format.number(prompt.usageCount)],
  ];
  if (prompt.type === "role" && prompt.roleName) facts.push([t("field.roleName"), prompt.roleName]);
  if (visibility === "department" && department) facts.push([t("drawer.department"), department]);
  return (
    <div className="space-y-1.5 border-t pt-3 text-xs">
      <dl className="flex flex-wrap gap-x-6 gap-y-1.5">
        {facts.map(([name, value]) => (
          <div key={name} className="flex gap-2">
            <dt className="text-fg-3">{name}</dt>
            <dd className="tnum">{value}</dd>
          </div>
        ))}
      </dl>
      {forkOf &&
        (onOpen ? (
          <button
            type="button"
            onClick={() => onOpen(forkOf.id)}
            className="min-h-6 rounded-xs text-primary-ink underline underline-offset-2"
          >
            {t("drawer.forkOf", { name: forkOf.name })}
          </button>
        ) : (
          <p className="text-fg-3">{t("drawer.forkOf", { name: forkOf.name })}</p>
        ))}
    </div>
  );
}

/** Where an own prompt stands on its way to others. */
export function OwnNotice({ prompt }: { prompt: PromptDetail }) {
  const t = useTranslations("prompts.drawer");
  if (!prompt.isOwn) return null;
  const { status, releasedVersion: released, newestVersion, reviewNote, isEnabled } = prompt;
  const lines: { key: string; text: string; tone: string }[] = [];
  const say = (key: string, text: string, tone = "bg-subtle text-fg-2") => lines.push({ key, text, tone });
  if (status === "pending") {
    say(
      "pending",
      released ? t("pendingReleased", { version: released }) : t("pending"),
      "bg-warning-soft text-warning-ink",
    );
  }
  if (status === "rejected") say("rejected", t("rejected", { note: reviewNote }), "bg-danger-soft text-danger-ink");
  if (status === "approved" && released && released < newestVersion) say("newer", t("newer", { version: released }));
  if (!isEnabled) say("disabled", t("disabledNote"), "bg-warning-soft text-warning-ink");
  return lines.map(({ key, text, tone }) => (
    <p key={key} className={`rounded-sm px-3 py-2 text-sm [overflow-wrap:anywhere] ${tone}`}>
      {text}
    </p>
  ));
}
