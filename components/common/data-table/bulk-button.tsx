"use client";

import type { LucideIcon } from "lucide-react";
import { Button } from "@/components/ui/button";

interface BulkButtonProps {
  label: string;
  icon: LucideIcon;
  onClick: () => void;
  /** Takes the chosen rows away. */
  danger?: boolean;
}

/** An action on the chosen rows of a list. */
export function BulkButton({ label, icon, onClick, danger }: BulkButtonProps) {
  return (
    <Button size="sm" variant="ghost" icon={icon} className={danger ? "text-danger-ink!" : undefined} onClick={onClick}>
      {label}
    </Button>
  );
}
