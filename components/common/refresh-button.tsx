"use client";

import { RefreshCw } from "lucide-react";
import { IconButton } from "@/components/ui/icon-button";

interface RefreshButtonProps {
  label: string;
  isFetching: boolean;
  onRefresh: () => void;
  className?: string;
}

/** Reads a list once more. */
export function RefreshButton({ label, isFetching, onRefresh, className }: RefreshButtonProps) {
  return (
    <IconButton
      icon={RefreshCw}
      size={32}
      label={label}
      aria-busy={isFetching || undefined}
      onClick={onRefresh}
      className={className}
    />
  );
}
