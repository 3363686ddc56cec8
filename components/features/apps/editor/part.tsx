"use client";

import { useId } from "react";
import { Switch } from "@/components/ui/switch";
import type { TalkSettings } from "@/lib/features/apps/settings";

/** What every part of the settings is given. */
export interface PartProps {
  appId: string;
  settings: TalkSettings;
  onChange: (patch: Partial<TalkSettings>) => void;
  wrong: Readonly<Record<string, string>>;
}

interface SwitchRowProps {
  label: string;
  hint?: string;
  checked: boolean;
  onChange: (isOn: boolean) => void;
}

/** A setting that is on or off. */
export function SwitchRow({ label, hint, checked, onChange }: SwitchRowProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-3">
      <label htmlFor={id} className="text-sm">
        {label}
        {hint && <span className="block text-fg-3 text-xs">{hint}</span>}
      </label>
      <Switch id={id} checked={checked} onCheckedChange={onChange} />
    </div>
  );
}
