const BEGINNINGS =
  'Amber Ancient Ashen Autumn Azure Bitter Blazing Blue Brass Bright Broken Burning Careless Cobalt Cold Copper Crimson Crooked Crystal Dancing Dark Deep Distant Drowned Dusty Eastern Electric Emerald Empty Endless Fading Fallen Feral Final First Flying Foolish Forgotten Frozen Gentle Ghostly Gilded Glass Golden Grave Green Grey Hidden Hollow Hungry Idle Indigo Iron Ivory Jade Last Laughing Leaden Little Lonely Lost Loyal Lunar Marble Masked Midnight Misty Modern Moonlit Narrow Nameless Noble Northern Obsidian Old Pale Paper Patient Perfect Phantom Placid Proud Quiet Radiant Ragged Rapid Restless Rising Roaming Ruby Rusted Sacred Savage Scarlet Secret Shattered Silent Silver Sleeping Slow Solar Southern Stolen Stormy Sunken Tall Tender Thirsty Thunder Tidal Twisted Undying Vagrant Velvet Violet Wandering Western White Wicked Wild Winter Wooden Young'.split(
    ' ',
  )
const ENDINGS =
  'Admiral Alchemist Almanac Anchor Apprentice Archive Arrow Atlas Aviator Bakery Ballad Bastion Beacon Bell Bridge Butcher Cabinet Canal Captain Caravan Cartographer Castle Cathedral Champion Circus Citadel City Clock Colony Comet Compass Courier Crown Daughter Desert Detective Doctor Dragon Drummer Dynasty Echo Empire Engine Envoy Exile Expedition Falcon Farmer Festival Fisher Forest Fortress Fox Frontier Garden Gardener Giant Glacier Guardian Harbour Harvest Hermit Highway Horizon Hotel Hunter Inspector Island Journal Judge Jungle Keeper Kingdom Knight Labyrinth Lagoon Lantern Letter Library Lighthouse Locket Machine Mage Market Mason Meadow Merchant Meridian Messenger Miner Mirror Monastery Moon Mountain Museum Musician Navigator Nomad Oasis Ocean Opera Oracle Orchard Painter Palace Pharaoh Pilgrim Pilot Pirate Planet Poet Prairie Prince Prophet Puppet Queen Quest Railway Ranger Raven Reef River Robot Sailor Samurai School Scribe Sculptor Shadow Shepherd Ship Signal Singer Sparrow Spire Stable Stage Station Stranger Summit Swordsman Tailor Temple Theatre Thief Tiger Tower Trader Tunnel Umbrella Valley Village Violin Volcano Voyage Warden Weaver Whale Widow Wizard Wolf Workshop Zeppelin'.split(
    ' ',
  )

/** A pseudo-random number below `limit`, the same for the same arguments. */
export function scattered(index: number, salt: number, limit: number): number {
  let hash = Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39)
  return ((hash ^ (hash >>> 15)) >>> 0) % limit
}

/** A unique title. */
export function seriesTitle(index: number): string {
  const word = (salt: number, words: readonly string[]) => words[scattered(index, salt, words.length)] ?? ''
  const base = `The ${word(1, BEGINNINGS)} ${word(2, ENDINGS)}`
  return index < 100 ? base : `${base} of the ${word(3, BEGINNINGS)} ${word(4, ENDINGS)} ${index}`
}

/** Search input for these titles: each prefix of a word, from three letters on. */
export function typedWords(titles: readonly string[], most: number): string[] {
  const typed = new Set<string>()
  for (const title of titles) {
    const words = title.toLowerCase().match(/\p{L}{3,}/gu) ?? []
    const word = words.find(each => each !== 'the') ?? words[0] ?? ''
    for (let length = 3; length <= word.length && typed.size < most; length++) typed.add(word.slice(0, length))
  }
  return [...typed]
}
