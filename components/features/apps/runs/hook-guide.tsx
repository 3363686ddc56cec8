"use client";

import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/common/copy-button";
import { Button } from "@/components/ui/button";
import type { AppVariable } from "@/lib/features/apps/variables";

interface HookGuideProps {
  path: string;
  /** Shown this once; null: it was shown before. */
  secret: string | null;
  form: readonly AppVariable[];
  onDone: () => void;
}

const HEADERS = [
  ["x-hook-timestamp", "timestamp"],
  ["x-hook-signature", "signature"],
  ["x-hook-delivery", "delivery"],
] as const;

/** A value of the form as a call might send it. */
const sample = ({ type, options }: AppVariable) =>
  type === "number" ? 1 : type === "switch" ? true : type === "select" ? (options[0] ?? "") : "…";

/** A shell that signs a call and sends it. */
function exampleOf(address: string, form: readonly AppVariable[]): string {
  const body = JSON.stringify(Object.fromEntries(form.map((variable) => [variable.name, sample(variable)])));
  return [
    `secret='…'`,
    `body='${body.replaceAll("'", "'\\''")}'`,
    `time=$(date +%s)`,
    `sign=$(printf '%s.%s' "$time" "$body" | openssl dgst -sha256 -hmac "$secret" | sed 's/^.* //')`,
    `curl -X POST '${address}' \\`,
    `  -H 'content-type: application/json' \\`,
    `  -H "x-hook-timestamp: $time" \\`,
    `  -H "x-hook-signature: v1=$sign" \\`,
    `  -H "x-hook-delivery: $(openssl rand -hex 16)" \\`,
    `  -d "$body"`,
  ].join("\n");
}

/** How another system calls a webhook, with its secret where it was just made. */
export function HookGuide({ path, secret, form, onDone }: HookGuideProps) {
  const t = useTranslations("apps-runs.triggers");
  const address = `${window.location.origin}${path}`;
  const example = exampleOf(address, form);
  return (
    <div className="space-y-5">
      {secret !== null && (
        <section
          aria-label={t("secretTitle")}
          className="rounded-md border border-primary-line bg-primary-soft px-4 py-3"
        >
          <h3 className="flex items-center gap-2 font-semibold text-primary-ink text-sm">
            <KeyRound aria-hidden size={15} />
            {t("secretTitle")}
          </h3>
          <p className="mt-1 text-fg-2 text-xs">{t("secretText")}</p>
          <Copied label={t("secret")} copy={t("copySecret")} text={secret} />
        </section>
      )}
      <Copied label={t("address")} copy={t("copyAddress")} text={address} />
      <section aria-label={t("call")}>
        <h3 className="font-semibold text-sm">{t("call")}</h3>
        <p className="mt-1 text-fg-2 text-sm">{t("callText")}</p>
        <dl className="mt-2 space-y-2">
          {HEADERS.map(([header, key]) => (
            <div key={header}>
              <dt className="font-mono text-xs">{header}</dt>
              <dd className="text-fg-3 text-xs">{t(`headers.${key}`)}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-2 text-fg-2 text-sm">{t("answer")}</p>
      </section>
      <div className="relative">
        <p className="mb-1 text-fg-3 text-xs">{t("example")}</p>
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
          tabIndex={0}
          className="overflow-x-auto rounded-md border bg-subtle p-3 pr-10 font-mono text-xs leading-5"
        >
          {example}
        </pre>
        <span className="absolute top-6 right-1.5">
          <CopyButton text={example} label={t("copyExample")} />
        </span>
      </div>
      <Button variant="primary" onClick={onDone}>
        {t("close")}
      </Button>
    </div>
  );
}

function Copied({ label, copy, text }: { label: string; copy: string; text: string }) {
  return (
    <div className="mt-2">
      <p className="text-fg-3 text-xs">{label}</p>
      <div className="mt-1 flex items-center gap-2 rounded-sm border bg-background py-1 pr-1 pl-2.5">
        <code className="min-w-0 flex-1 break-all text-xs">{text}</code>
        <CopyButton text={text} label={copy} />
      </div>
    </div>
  );
}
