"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactElement, useId, useState } from "react";
import { useToolName } from "@/components/chat/use-tool-name";
import { LazyMessages } from "@/components/common/lazy-messages";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { Skeleton } from "@/components/ui/skeleton";
import { Switch } from "@/components/ui/switch";
import type { ChatToolDto } from "@/lib/features/chat/dto";
import { toolsQuery } from "@/lib/features/chat/settings-hooks";

interface ToolMenuProps {
  trigger: ReactElement;
  modelId: string | null;
  chosen: readonly string[];
  isUsable: boolean;
  onChange: (tools: string[]) => void;
}

/** Optional tools with a switch each, those that always go along below. Mounted by the press that asked for it. */
export function ToolMenu({ trigger, ...rest }: ToolMenuProps) {
  const [open, setOpen] = useState(true);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
      <PopoverContent
        align="start"
        side="top"
        className="max-h-[60dvh] w-80 max-w-[calc(100vw-16px)] overflow-y-auto p-2"
      >
        <LazyMessages areas={["chat-more"]}>
          <Tools {...rest} />
        </LazyMessages>
      </PopoverContent>
    </Popover>
  );
}

function Tools({ modelId, chosen, isUsable, onChange }: Omit<ToolMenuProps, "trigger">) {
  const t = useTranslations("chat-more.tools");
  const { data, isError, refetch } = useQuery(toolsQuery(modelId));
  if (isError) {
    return (
      <div className="flex items-center justify-between gap-2 p-2">
        <p className="text-sm text-fg-3">{t("failed")}</p>
        <Button size="sm" onClick={() => void refetch()}>
          {t("again")}
        </Button>
      </div>
    );
  }
  if (!data) return <Skeleton className="m-2 h-24" />;
  if (data.items.length === 0) return <p className="p-2 text-sm text-fg-3">{t("empty")}</p>;
  const optional = data.items.filter((tool) => tool.optional);
  const fixed = data.items.filter((tool) => !tool.optional);
  const toggle = (name: string, isOn: boolean) =>
    onChange(isOn ? [...chosen, name] : chosen.filter((each) => each !== name));
  return (
    <>
      <h2 className="px-2 pb-1 pt-1.5 text-xs text-fg-3">{t("heading")}</h2>
      {!isUsable && (
        <p className="mx-2 mb-1 rounded-sm bg-warning-soft px-2 py-1.5 text-xs text-warning-ink">{t("notForModel")}</p>
      )}
      <ul>
        {optional.map((tool) => (
          <li key={tool.name}>
            <ToolRow tool={tool} isOn={chosen.includes(tool.name)} onChange={(isOn) => toggle(tool.name, isOn)} />
          </li>
        ))}
      </ul>
      {fixed.length > 0 && (
        <>
          <h2 className="mt-1 border-t px-2 pb-1 pt-2 text-xs text-fg-3">{t("always")}</h2>
          <ul>
            {fixed.map((tool) => (
              <li key={tool.name}>
                <ToolRow tool={tool} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

interface ToolRowProps {
  tool: ChatToolDto;
  isOn?: boolean;
  /** Unset for tools that always go along. */
  onChange?: (isOn: boolean) => void;
}

function ToolRow({ tool, isOn = false, onChange }: ToolRowProps) {
  const t = useTranslations("chat-more.tools");
  const about = useTranslations("chat-more.builtinText");
  const nameOf = useToolName();
  const id = useId();
  const text = tool.key ? about(tool.key) : tool.description;
  return (
    <label
      htmlFor={onChange ? id : undefined}
      className="flex items-start gap-3 rounded-sm px-2 py-1.5 hover:bg-muted pointer-coarse:min-h-11"
    >
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-1.5 text-sm">
          <span className="min-w-0 truncate">{nameOf(tool)}</span>
          {tool.confirm && <Badge>{t("asks")}</Badge>}
        </span>
        <span className="line-clamp-2 text-xs text-fg-3">{tool.server ? `${tool.server} · ${text}` : text}</span>
        {!tool.usable && <span className="block text-xs text-warning-ink">{t("unusable")}</span>}
      </span>
      {onChange && (
        <Switch
          id={id}
          checked={isOn && tool.usable}
          disabled={!tool.usable}
          onCheckedChange={onChange}
          className="mt-0.5"
        />
      )}
    </label>
  );
}
