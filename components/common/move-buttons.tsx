"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import { IconButton } from "@/components/ui/icon-button";

interface MoveButtonsProps {
  labels: { up: string; down: string };
  /** Whether there is a place above, and below. */
  can: { up: boolean; down: boolean };
  onMove: (by: -1 | 1) => void;
  /** A denser row. */
  small?: boolean;
  className?: string;
}

/** Moves a row of an ordered list one place, for whoever does not drag. */
export function MoveButtons({ labels, can, onMove, small, className }: MoveButtonsProps) {
  const shape = { className, ...(small ? { size: 24 as const, iconSize: 14 } : {}) };
  return (
    <>
      <IconButton icon={ArrowUp} label={labels.up} disabled={!can.up} onClick={() => onMove(-1)} {...shape} />
      <IconButton icon={ArrowDown} label={labels.down} disabled={!can.down} onClick={() => onMove(1)} {...shape} />
    </>
  );
}
