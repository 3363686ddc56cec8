"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PanelState } from "@/components/common/query-state";
import { SearchInput } from "@/components/common/search-input";
import { Badge } from "@/components/ui/badge";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import type { PersonPermissions } from "@/lib/features/roles/dto";
import { detailPath } from "@/lib/features/roles/filter";
import { whyQuery } from "@/lib/features/roles/hooks";
import { matchRoute } from "@/lib/permissions/navigation";
import { useRoleTexts } from "./use-role-texts";

/**
 * Why a person may do what they may: for each permission the roles that give it, for each limit the role that decides.
 * Needs the texts of `roles`.
 */
export function WhyDrawer({ userId, onClose }: { userId: string; onClose: () => void }) {
  const t = useTranslations("roles.why");
  const common = useTranslations("common.table");
  const query = useQuery(whyQuery(userId));
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent
        title={t("title")}
        meta={query.data && `${query.data.person.name} · ${query.data.person.account}`}
        className="space-y-5"
      >
        {query.data ? <Explanation data={query.data} /> : <PanelState query={query} failed={common("failed")} />}
      </SheetContent>
    </Sheet>
  );
}

/** More than that is narrowed down by another word. */
const SCREENS_SHOWN = 8;
const TONES = { held: "success", missing: "warning", notBuilt: "neutral" } as const;

function Explanation({ data }: { data: PersonPermissions }) {
  const { t, nameOf, namesOf, limit, codeName, codeHint, pick, reasonOf } = useRoleTexts();
  const [keyword, setKeyword] = useState("");
  const screens = useTranslations("screens");
  const { name } = data.person;
  if (data.roles.length === 0) return <p className="text-fg-2 text-sm">{t("why.noRole", { name })}</p>;
  const word = keyword.trim().toLowerCase();
  const lines = [
    ...data.codes.map(({ code, roles }) => ({ code, roles, label: codeName(code), hint: codeHint(code) })),
    ...data.links.map(({ code, roles, ...names }) => ({ code, roles, label: pick(names), hint: "" })),
  ].filter(({ code, label, hint }) => [code, label, hint].some((text) => text.toLowerCase().includes(word)));
  // A path may be typed as it stands in the address bar, whole or in part.
  const path = keyword.trim().replace(/^https?:\/\/[^/]+/, "");
  const asked = path.startsWith("/") ? matchRoute(path.replace(/[?#].*$/, ""))?.path : undefined;
  const found = word
    ? data.screens.filter(
        ({ path, key }) =>
          path === asked || [path, screens(key as "home")].some((text) => text.toLowerCase().includes(word)),
      )
    : [];
  return (
    <>
      {data.obstacles.map((obstacle) => (
        <p key={obstacle} role="status" className="rounded-sm bg-warning-soft px-3 py-2 text-sm text-warning-ink">
          {t(`why.obstacle.${obstacle}`, { name })}
        </p>
      ))}
      {data.isAdministrator && (
        <p className="rounded-sm bg-primary-soft px-3 py-2 text-primary-ink text-sm">
          {t("why.administrator", { name })}
        </p>
      )}
      <section>
        <h3 className="font-semibold text-sm">{t("why.roles")}</h3>
        <ul className="mt-2 flex flex-wrap gap-1.5">
          {data.roles.map((role) => (
            <li key={role.id}>
              <Link href={detailPath(role.id)} prefetch={false} className="rounded-xs hover:underline">
                <Badge>{nameOf(role)}</Badge>
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3 className="font-semibold text-sm">{t("why.limits")}</h3>
        <dl className="mt-2 divide-y rounded-md border text-sm">
          {(["tokens", "images"] as const).map((kind) => (
            <div key={kind} className="flex flex-wrap items-baseline gap-x-3 px-3 py-2">
              <dt className="text-fg-2">{t(`why.${kind}`)}</dt>
              <dd className="tnum font-semibold">{limit(data.limits[kind].value)}</dd>
              <dd className="ml-auto text-fg-3 text-xs">
                {t("why.decides", { roles: namesOf(data.limits[kind].roles) })}
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <section>
        <SearchInput label={t("why.search")} value={keyword} onChange={setKeyword} soft autoFocus />
        {found.length > 0 && (
          <ul aria-label={t("why.screens")} className="mt-3 divide-y rounded-md border">
            {found.slice(0, SCREENS_SHOWN).map((screen) => (
              <li key={screen.path} className="px-3 py-2 text-sm">
                <div className="flex flex-wrap items-baseline gap-x-2">
                  {screens(screen.key as "home")}
                  <code className="break-all font-mono text-fg-3 text-xs">{screen.path}</code>
                  <span className="ml-auto">
                    <Badge tone={TONES[screen.state]}>{t(`why.state.${screen.state}`)}</Badge>
                  </span>
                </div>
                <p className="text-fg-3 text-xs">{reasonOf(screen)}</p>
              </li>
            ))}
            {found.length > SCREENS_SHOWN && (
              <li className="px-3 py-2 text-fg-3 text-xs">{t("why.more", { count: found.length - SCREENS_SHOWN })}</li>
            )}
          </ul>
        )}
        <ul aria-label={t("why.codes")} className="mt-3 divide-y rounded-md border">
          {lines.map(({ code, label, roles }) => (
            <li key={code} className="px-3 py-2 text-sm">
              <div className="flex flex-wrap items-baseline gap-x-2">
                {label}
                <code className="break-all font-mono text-fg-3 text-xs">{code}</code>
              </div>
              <p className="text-fg-3 text-xs">{t("why.from", { roles: namesOf(roles) })}</p>
            </li>
          ))}
          {lines.length === 0 && found.length === 0 && (
            <li className="px-3 py-6 text-center text-fg-3 text-sm">{t("why.none")}</li>
          )}
        </ul>
      </section>
    </>
  );
}
