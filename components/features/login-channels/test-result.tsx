"use client";

import { CircleCheck, CircleX, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import type { ChannelReason } from "@/lib/config/channel-kinds";
import type { ChannelTestResult } from "@/lib/features/login-channels/dto";
import { useLocalName } from "./channel-name";

const LOOKS = {
  good: { icon: CircleCheck, look: "bg-success-soft text-success-ink" },
  warning: { icon: TriangleAlert, look: "bg-warning-soft text-warning-ink" },
  bad: { icon: CircleX, look: "bg-danger-soft text-danger-ink" },
} as const;

/** What a test came to: whom it proved and what they would be here, or why it failed and what to do. */
export function TestResult({ result }: { result: ChannelTestResult }) {
  const t = useTranslations("login-channels");
  if (!result.ok) {
    const { reason } = result;
    return (
      <Verdict kind="bad" title={t("test.failed", { reason: t(`reasons.${reason}`) })}>
        {t(`advice.${reason}`)}
      </Verdict>
    );
  }
  const { problem, passed, isCurrent } = result;
  return (
    <div className="space-y-4">
      {problem ? (
        <Verdict kind={passed ? "warning" : "bad"} title={t(passed ? "test.passedBut" : "test.provedBut")}>
          {t(`reasons.${problem}`)}
          <br />
          {t(`advice.${problem}`)}
        </Verdict>
      ) : (
        <Verdict kind="good" title={t("test.passed")}>
          {t(result.exists ? "test.existing" : "test.new")}
        </Verdict>
      )}
      {!isCurrent && <Verdict kind="warning" title={t("test.outdated")} />}
      <Facts result={result} />
      <Claims result={result} />
    </div>
  );
}

/** What is wrong with the identity provider a channel was saved with. */
export function SiteProblem({ reason }: { reason: ChannelReason }) {
  const t = useTranslations("login-channels");
  return (
    <Verdict kind="bad" title={t("siteProblem", { reason: t(`reasons.${reason}`) })}>
      {t(`advice.${reason}`)}
    </Verdict>
  );
}

interface VerdictProps {
  kind: keyof typeof LOOKS;
  title: string;
  children?: ReactNode;
}

function Verdict({ kind, title, children }: VerdictProps) {
  const { icon: Icon, look } = LOOKS[kind];
  return (
    <div role={kind === "bad" ? "alert" : "status"} className={cn("flex gap-2 rounded-md px-3 py-2.5 text-sm", look)}>
      <Icon aria-hidden size={16} className="mt-0.5 shrink-0" />
      <div className="min-w-0">
        <p className="font-medium">{title}</p>
        {children && <p className="mt-0.5">{children}</p>}
      </div>
    </div>
  );
}

type Fact = "account" | "name" | "email" | "phone" | "department" | "roles" | "removedRoles" | "subject";
type Proved = Extract<ChannelTestResult, { ok: true }>;

function Facts({ result }: { result: Proved }) {
  const t = useTranslations("login-channels.test.fact");
  const nameOf = useLocalName().role;
  const { account, name, email, phone, department, roles, removedRoles, subject } = result;
  const tags = (list: Proved["roles"]) =>
    list.length > 0 && (
      <span className="flex flex-wrap gap-1">
        {list.map((role) => (
          <Badge key={role.name}>{nameOf(role)}</Badge>
        ))}
      </span>
    );
  const rows: [Fact, ReactNode][] = [
    ["account", account],
    ["name", name],
    ["email", email],
    ["phone", phone],
    ["department", department],
    ["roles", tags(roles) || t("noRoles")],
    ["removedRoles", tags(removedRoles)],
    [
      "subject",
      <code key="subject" className="break-all font-mono text-xs">
        {subject}
      </code>,
    ],
  ];
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm">
      {rows
        .filter(([, value]) => value)
        .map(([key, value]) => (
          <div key={key} className="contents">
            <dt className="text-fg-3">{t(key)}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** What the other side said, as the rules of roles see it. */
function Claims({ result: { claims } }: { result: Proved }) {
  const t = useTranslations("login-channels.test");
  if (claims.length === 0) return null;
  return (
    <details className="rounded-md border px-3 py-2">
      <summary className="cursor-pointer text-sm">{t("claims", { count: claims.length })}</summary>
      <dl className="mt-2 space-y-1.5">
        {claims.map(({ name, values }) => (
          <div key={name}>
            <dt className="font-mono text-fg-3 text-xs">{name}</dt>
            <dd className="break-all font-mono text-xs">{values.join(", ")}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
