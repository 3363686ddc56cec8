"use client";

import { Search } from "lucide-react";
import type { ComponentProps } from "react";
import { Input } from "@/components/ui/input";

interface SearchInputProps extends Omit<ComponentProps<typeof Input>, "type" | "value" | "onChange"> {
  label: string;
  value: string;
  onChange: (word: string) => void;
}

/** A field for words that narrow down what stands below it. */
export function SearchInput({ label, onChange, ...rest }: SearchInputProps) {
  return (
    <Input
      icon={Search}
      maxLength={120}
      {...rest}
      type="search"
      aria-label={label}
      placeholder={label}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
