"use client";

import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PanelState } from "@/components/common/query-state";
import { MenuIcon } from "@/components/layout/menu-icon";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { readGroups } from "@/lib/features/preview/api-document";
import { documentQuery } from "@/lib/features/preview/hooks";
import type { RolePreview } from "@/lib/features/roles/dto";
import { previewQuery } from "@/lib/features/roles/hooks";
import type { MenuNode } from "@/lib/permissions/menu-tree";
import { useRoleTexts } from "./use-role-texts";

interface PreviewPanelProps {
  roleId: string;
  /** Offers the calls too. */
  withCalls?: boolean;
}

/** What somebody with one role alone sees: both menus, where they land, which screens open. Read only. */
export function PreviewPanel({ roleId, withCalls }: PreviewPanelProps) {
  const { t } = useRoleTexts();
  const r = useTranslations("screens");
  const common = useTranslations("common.table");
  const query = useQuery(previewQuery(roleId));
  if (!query.data) return <PanelState query={query} failed={common("failed")} />;
  const { codes, workspace, console: consoleGroups, landing, screens } = query.data;
  return (
    <div className="space-y-5 p-4 md:p-5">
      <p className="text-fg-3 text-sm">{t("preview.note")}</p>
      <div className="grid items-start gap-4 md:grid-cols-2">
        <MenuPreview label={t("preview.navigation")} groups={workspace} empty={t("preview.noMenu")} />
        <MenuPreview label={t("preview.console")} groups={consoleGroups} empty={t("preview.noConsole")} />
      </div>
      <section>
        <h3 className="font-semibold text-sm">{t("preview.landing")}</h3>
        <p className="mt-1 text-sm">
          {landing ? (
            <>
              {r(landing.key as "home")} <code className="font-mono text-fg-3 text-xs">{landing.path}</code>
            </>
          ) : (
            <span className="text-danger-ink">{t("preview.noLanding")}</span>
          )}
        </p>
      </section>
      <Screens screens={screens} />
      {withCalls && <Calls codes={codes} />}
    </div>
  );
}

function MenuPreview({ label, groups, empty }: { label: string; groups: readonly MenuNode[]; empty: string }) {
  const { t, pick } = useRoleTexts();
  return (
    <section aria-label={label} className="rounded-md border bg-canvas p-3">
      <h3 className="mb-2 font-semibold text-sm">{label}</h3>
      {groups.length === 0 && <p className="py-4 text-center text-fg-3 text-sm">{empty}</p>}
      {groups.map((group) => (
        <div key={group.id} className="mb-2">
          <p className="flex h-7 items-center px-2 text-fg-3 text-xs">{pick(group)}</p>
          <ul>
            {group.children.map((entry) => (
              <li key={entry.id} className="flex h-8 items-center gap-2.5 px-2 text-fg-2 text-sm [&_svg]:text-fg-3">
                <MenuIcon name={entry.icon} />
                <span className="min-w-0 truncate">{pick(entry)}</span>
                {entry.type === "link" && <Badge icon={ExternalLink}>{t("preview.external")}</Badge>}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function Screens({ screens }: { screens: RolePreview["screens"] }) {
  const { t } = useRoleTexts();
  const r = useTranslations("screens");
  return (
    <section>
      <h3 className="font-semibold text-sm">{t("preview.screens", { count: screens.length })}</h3>
      <ul className="mt-2 grid gap-x-6 gap-y-1 sm:grid-cols-2">
        {screens.map(({ path, key }) => (
          <li key={path} className="flex min-w-0 items-baseline gap-2 text-sm">
            <span className="shrink-0">{r(key as "home")}</span>
            <code className="min-w-0 truncate font-mono text-fg-3 text-xs">{path}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Calls of the API document that one of the codes opens. */
function Calls({ codes }: { codes: readonly string[] }) {
  const { t } = useRoleTexts();
  const common = useTranslations("common.table");
  const [wanted, setWanted] = useState(false);
  const query = useQuery({ ...documentQuery, enabled: wanted });
  if (!query.data) {
    return (
      <div className="flex flex-wrap items-center gap-3">
        <Button loading={query.isFetching} onClick={() => (wanted ? void query.refetch() : setWanted(true))}>
          {t("preview.showCalls")}
        </Button>
        {query.isError && (
          <span role="alert" className="text-danger-ink text-sm">
            {common("failed")}
          </span>
        )}
      </div>
    );
  }
  const items = readGroups(query.data)
    .flatMap(({ calls }) => calls)
    .filter(({ permissions }) => permissions.some((code) => codes.includes(code)));
  return (
    <section>
      <h3 className="font-semibold text-sm">{t("preview.calls", { count: items.length })}</h3>
      <ul className="mt-2 divide-y rounded-md border text-sm">
        {items.map(({ method, path, summary }) => (
          <li key={`${method} ${path}`} className="flex flex-wrap items-baseline gap-x-3 px-3 py-1.5">
            <code className="w-14 shrink-0 font-mono text-fg-3 text-xs">{method}</code>
            <code className="min-w-0 break-all font-mono text-xs">{path}</code>
            {/* Written for those who call: in English, as the API document is. */}
            <span lang="en" className="text-fg-3 text-xs md:ml-auto">
              {summary}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
