"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { useToolName } from "@/components/chat/use-tool-name";
import { LazyMessages } from "@/components/common/lazy-messages";
import { Skeleton } from "@/components/ui/skeleton";
import { Switch } from "@/components/ui/switch";
import { partsQuery } from "@/lib/features/apps/hooks";
import { APP_TOOLS_MAX } from "@/lib/features/apps/limits";
import { importToolsHref, makeToolHref } from "@/lib/features/apps/paths";
import type { PartProps } from "./part";

/** Tools an app may use; one that whoever asks may not use is left out for them. */
export function ToolsPart(props: PartProps) {
  return (
    <LazyMessages areas={["chat-more"]}>
      <Tools {...props} />
    </LazyMessages>
  );
}

function Tools({ appId, settings, onChange }: PartProps) {
  const t = useTranslations("apps-editor.tools");
  const texts = useTranslations("chat-more.builtinText");
  const nameOf = useToolName();
  const { data, isError } = useQuery(partsQuery({ appId }));
  const { tools } = settings;
  if (isError && !data) return <p className="text-fg-3 text-sm">{t("failed")}</p>;
  if (!data) return <Skeleton className="h-24 w-full" />;
  const lost = tools.filter((name) => !data.tools.some((tool) => tool.name === name));
  const isFull = tools.length >= APP_TOOLS_MAX;
  const toggle = (name: string, isOn: boolean) =>
    onChange({ tools: isOn ? [...tools, name] : tools.filter((one) => one !== name) });
  return (
    <>
      {data.tools.length === 0 && <p className="text-fg-3 text-sm">{t("none")}</p>}
      <ul className="space-y-2">
        {data.tools.map(({ name, title, key, server, description }) => (
          <ToolRow
            key={name}
            name={nameOf({ name: key ?? name, title })}
            detail={server ?? (key && texts.has(key as "calculate") ? texts(key as "calculate") : description)}
            isOn={tools.includes(name)}
            isDisabled={isFull && !tools.includes(name)}
            onChange={(isOn) => toggle(name, isOn)}
          />
        ))}
        {lost.map((name) => (
          <ToolRow
            key={name}
            name={name}
            detail={t("gone")}
            isOn
            isDisabled={false}
            onChange={() => toggle(name, false)}
          />
        ))}
      </ul>
      <p className="flex flex-wrap gap-x-4 text-sm">
        <Link href={makeToolHref} className="inline-flex min-h-6 items-center text-primary-ink hover:underline">
          {t("make")}
        </Link>
        <Link href={importToolsHref} className="inline-flex min-h-6 items-center text-primary-ink hover:underline">
          {t("import")}
        </Link>
      </p>
      {isFull && <p className="text-fg-3 text-xs">{t("full", { max: APP_TOOLS_MAX })}</p>}
    </>
  );
}

interface ToolRowProps {
  name: string;
  detail: string;
  isOn: boolean;
  isDisabled: boolean;
  onChange: (isOn: boolean) => void;
}

function ToolRow({ name, detail, isOn, isDisabled, onChange }: ToolRowProps) {
  const id = useId();
  return (
    <li className="flex min-h-11 items-center gap-2.5 rounded-md border bg-background px-3 py-1.5">
      <label htmlFor={id} className="min-w-0 flex-1">
        <span className="block truncate text-sm">{name}</span>
        <span className="block truncate text-fg-3 text-xs">{detail}</span>
      </label>
      <Switch id={id} checked={isOn} disabled={isDisabled} onCheckedChange={onChange} />
    </li>
  );
}
