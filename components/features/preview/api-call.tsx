"use client";

import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { CopyButton } from "@/components/common/copy-button";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import type { Tone } from "@/components/ui/tone";
import { useOrigin } from "@/lib/client/use-origin";
import { type ApiCall, curlOf } from "@/lib/features/preview/api-document";
import { SchemaTree } from "./schema-tree";

const TONES: Record<string, Tone> = {
  GET: "success",
  POST: "primary",
  PUT: "warning",
  PATCH: "warning",
  DELETE: "danger",
};

interface ApiCallRowProps {
  call: ApiCall;
  open: boolean;
  onToggle: () => void;
}

/** One call: a line, and what it takes and answers when it is open. */
export function ApiCallRow({ call, open, onToggle }: ApiCallRowProps) {
  const id = useId();
  return (
    <li id={call.id} className="scroll-mt-9 border-b last:border-b-0">
      <h4>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={onToggle}
          className="flex min-h-11 w-full items-center gap-3 px-4 py-2 text-left -outline-offset-2 hover:bg-muted md:px-5"
        >
          <ChevronRight
            aria-hidden
            size={14}
            className={cn("shrink-0 text-fg-3 transition-transform duration-(--dur-fast)", open && "rotate-90")}
          />
          <span className="flex w-16 shrink-0">
            <Badge tone={TONES[call.method]} className="font-mono">
              {call.method}
            </Badge>
          </span>
          <span className="min-w-0 flex-1 md:flex md:items-baseline md:gap-4">
            <code className="block min-w-0 break-all font-mono text-sm md:flex-[3]">{call.path}</code>
            <span lang="en" className="block min-w-0 text-fg-2 text-sm md:flex-[2]">
              {call.summary}
            </span>
          </span>
        </button>
      </h4>
      {open && <Detail id={id} call={call} />}
    </li>
  );
}

function Detail({ id, call }: { id: string; call: ApiCall }) {
  const t = useTranslations("preview.api");
  const curl = curlOf(call, useOrigin());
  const isEmpty = call.parameters.length === 0 && !call.body;
  return (
    <div id={id} className="grid gap-x-8 gap-y-4 bg-subtle px-5 py-4 md:pl-12 xl:grid-cols-2">
      <div className="min-w-0 space-y-4">
        <Section title={t("permission")}>
          {call.access === "permission" ? (
            <div className="flex flex-wrap items-center gap-1.5 text-fg-2 text-xs">
              {call.permissions.length > 1 && t("anyOf")}
              {call.permissions.map((code) => (
                <Badge key={code} className="font-mono">
                  {code}
                </Badge>
              ))}
            </div>
          ) : (
            <span className="text-sm">{t(call.access)}</span>
          )}
        </Section>
        {call.parameters.length > 0 && (
          <Section title={t("parameters")}>
            <SchemaTree nodes={call.parameters} label={t("parameters")} />
          </Section>
        )}
        {call.body && (
          <Section title={t("body")} meta={call.body.type}>
            <SchemaTree nodes={call.body.fields} label={t("body")} />
          </Section>
        )}
        {isEmpty && <p className="text-fg-3 text-sm">{t("none")}</p>}
        <Section title={t("answer")}>
          <span className="text-sm">{t(`answers.${call.answers}`)}</span>
          {call.answer && (
            <div className="mt-1">
              <p className="text-xs">
                <span className="text-fg-3">{t("data")} </span>
                <code className="break-all font-mono text-fg-2">{call.answer.type}</code>
              </p>
              <SchemaTree nodes={call.answer.fields} label={t("answer")} isAnswer />
            </div>
          )}
        </Section>
      </div>
      <div className="min-w-0">
        <Section title={t("sample")} action={<CopyButton text={curl} size={24} label={t("copySample")} />}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <pre tabIndex={0} className="overflow-x-auto rounded-sm border bg-background p-3 font-mono text-xs leading-5">
            <code>{curl}</code>
          </pre>
        </Section>
      </div>
    </div>
  );
}

interface SectionProps {
  title: string;
  meta?: string;
  action?: React.ReactNode;
  children: React.ReactNode;
}

function Section({ title, meta, action, children }: SectionProps) {
  return (
    <section>
      <div className="mb-1 flex min-h-6 items-center gap-2 text-fg-3 text-xs">
        <h5>{title}</h5>
        {meta && <code className="font-mono">{meta}</code>}
        {action && <span className="ml-auto">{action}</span>}
      </div>
      {children}
    </section>
  );
}
