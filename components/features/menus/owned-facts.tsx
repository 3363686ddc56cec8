"use client";

import { useTranslations } from "next-intl";
import type { MenuDto } from "@/lib/features/menus/dto";

/** Fields of a shipped entry that the program decides (spec 3: route path, component, permission, meta). */
export function OwnedFacts({ entry }: { entry: MenuDto }) {
  const t = useTranslations("menus.form");
  const r = useTranslations("screens");
  const title = entry.component as "home" | null;
  const facts: [label: string, value: string][] = [
    [t("path"), entry.path ?? ""],
    [t("componentKey"), entry.component ?? ""],
    [t("permission"), entry.permission ?? t("everyone")],
    [t("title"), title && r.has(title) ? r(title) : entry.nameEn],
    [t("fixed"), entry.fixed ?? t("fixedNone")],
  ];
  return (
    <section className="rounded-md border bg-subtle px-3 py-2.5">
      <h3 className="font-semibold text-sm">{t("meta")}</h3>
      <p className="text-fg-3 text-xs">{t("owned")}</p>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-fg-3">{label}</dt>
            <dd className="min-w-0 break-all">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
