import { clsx } from "clsx";

/** Joins class names; falsy parts fall out. Components never overwrite each other's classes, so nothing is merged. */
export const cn = clsx;
