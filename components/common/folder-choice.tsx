"use client";

import { useId, useState } from "react";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";

interface FolderChoiceProps {
  label: string;
  /** What is outside of all folders. */
  none: string;
  hint: string | undefined;
  folders: readonly { id: string; name: string }[];
  initial: string | null;
  onChange: (folderId: string | null) => void;
}

const NONE = "none";

/** The folder things go to. */
export function FolderChoice({ label, none, hint, folders, initial, onChange }: FolderChoiceProps) {
  const [value, setValue] = useState(initial ?? NONE);
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint}>
      <Select
        id={id}
        value={value}
        options={[{ value: NONE, label: none }, ...folders.map((one) => ({ value: one.id, label: one.name }))]}
        onValueChange={(next) => {
          setValue(next);
          onChange(next === NONE ? null : next);
        }}
        className="w-full"
      />
    </Field>
  );
}
