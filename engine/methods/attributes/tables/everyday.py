"""Words that everybody uses and encyclopedias seldom do, and words that are written with a capital anyway."""

_CAPITALS = """
A AI AITA ALL ALWAYS AM Amazon An AND And Android ANY April ASAP August Bluetooth BTW But CD Christmas
COVID Covid Dad December DIY DM DR Dr DVD Easter EDIT English ETA EVERY Excel Facebook FAQ February
Friday FYI God Google GPS Halloween He Hello Hi I ID If IMHO IMO Instagram Internet iPad iPhone It
January Jesus July June LOL Lord Mac March May Mom Monday Mr Mrs Ms Mum My Netflix NEVER NO No NOT
November October Oh OK Okay OMG ONE Our PC PDF PM PS Reddit Saturday September She SO So Spotify Sunday
Thanks That THE The They This Thursday TIL TL TLDR Tuesday TV Twitter UPDATE USB VERY We Wednesday Well
WhatsApp When Wi WiFi Wikipedia Windows Word YES Yes You Your YouTube Zoom
"""
_EVERYDAY = """
alarm allergy amazing angry annoy annoyed annoying anybody anyhow anymore anyway apologise apologize app
appetite apps arms ashamed asleep automatic awake awesome awful awfully awkward backpack bake baked
baking ball barely basically bathrobe bathroom bathtub battery bedroom bedsheet bedtime beg behave bell
binge biopsy bite blame blanket blender bless blink blur bored boring bother bottle bottom bowl boxes
boyish brag brainstorm bread breakfast breathe broccoli broken bruise brunch brush bubble buddies buddy
bug bully bunch burp busy butter button bye cake calendar calm calorie calories camera candle card
cardigan careful carpet carrots casserole caught cereal chain chair chapter charger chart chat cheap
cheat cheek cheer cheese chew chicken childish chilly chin chocolate chop chore chores chunk cinnamon
circus clap clapped clean cleaned clever cling clock closet clothes clue clumsy coat coffee coincidence
comfy complain complaining compliment confess confuse cooker cookie cookies cope cosmetics cosy couch
cough couple cousin cozier cozy crap crate craving crazy creepy cried cries crumbs crunchy crush crying
cucumber cuddle cup cupboard curious curl curtains cushion cute daily damn dare darn dearly debate decaf
decent delete delicious deliver desk dessert diary dinner dirty disappointed disgusting dishwasher
distract dizzy dodgy doodle door doorbell doorstep doubt dough downstairs drama drawer dread dream drink
drip drunk dryer dude dull dumb dust duvet earbuds earlier earphones ears easier easily eaten eater
eating edge egg eggs elbow email embarrassed embarrassing emoji empty ending enjoy envelope episode
excited exciting excuse exhausted exhausting eyebrow eyelash eyelashes eyelid faint fair fake fancy
fasten fault favorite favourite fed feel feeling fell fellow felt feverish fiddle fidget figure filthy
fingers fix flag flatmate flatmates flavor flavour flip floor flour flu fluffy fold folk folks forever
forget forgive forgotten fork fortnight frame framed freak freaking freezer freezing fresh fridge friend
froze frustrated frustrating funny furious gadget garbage garlic gently gift giggle glad glare glass
glasses gloomy glove glow glue goodbye goodness goofy google gosh gossip grab grandma grandpa granny
grateful grin grind groceries grocery gross grumble grumpy guess guests guilty gum habit haircut hairy
handwriting handy hangover happier happily happy hate headache headphones heater heavy hello helpful hey
hiccup hike hiking hilarious hint hobby honest honestly honesty hoodie hop hopefully horrible housework
hug huge humid hunch hungry hurry hurt hush ice ignorant ignore imagine impatient impressed insomnia
invite ironing irritated itch itchy jacket jar jealous jeans jelly jigsaw joke jumper junk karaoke karma
kettle keyboard kindness kiss kitchen kitten knees kudos label ladder lamp laptop lasagna late laugh
laughing laundry lawn layer lazy leash lecture leftovers leg lemon lemons lend lick lid lie lighter
likewise lips lipstick lively loads lonely lotion loud louder lovely luckily lucky lunch mad magical
mailbox mailing matrix mattress maybe meal mean meantime medium melatonin membership mentally mess messy
mice microwave milk minty mirror miserable misplace mistake mistaken mixture mood moody moon mop mouth
movie muffin mug mum mushroom mutter naive nap nasty naughty neat neatly needle neighbor neighbour nerd
nervous nibble nice nicely nightmare nobody nod noisy noodles nope nostalgic nosy notebook notice
notification obsess obviously odd offended okay onion onions ouch oven overdue overthink overwhelm owe
pack pajamas pan pancake pancakes panic paperback paperwork parcel parking password pasta pastry pathetic
patience patient peanut pee peek peel pencil pepper perfect perfume phone photo phrase picky picture pill
pillow pinch pizza plain planet plate playful playlist please plug plus pocket podcast poke polite pooled
pop popcorn porch pot potato potatoes practically prank pray prayed precious predictable preparation
pretend pretty procrastinate promise proud pudding puddle puke pull puppy push puzzle quarrel queue quiet
quietly quilt quit raisin rant rarely rash reader recipe reckon recycle refill refund regret regrets
relax remember remind remote reply reset restless reusable rice ride ridiculous rinse roast room rotten
rubbish rude rug runny sad salad salty sandals sandwich sarcasm sauce sausage scared scarf scary scene
scent schema scissors scold scream screen scribble scroll selection sensible sentence seriously setting
shame shampoo sharp shaved sheets shelf shiny shirt shoes shopping shout shower shrug shut shy sibling
sideways sigh silly sincerely sink sip sister skin skip sleep sleepless sleepy sleeve slept slice slide
slip slipper slippers slow smart smell smells smelly smile smug snack snap sneaky sneeze snore snow soak
soap sober sock socks sofa soggy sole somebody someone soon sore sorry soup sour spare spicy spider spill
splash spoil spoke sponge spoon squeeze stain stair staircase stairs stale stare steam sticky stink stir
stomach stool stove strange straw stressed stretch strict string strip stroll struggle stubborn stuck
stuff stupid subscribe sugar suitcase sunburn sunny sunscreen supper surprise swallow swap swear sweat
sweater sweatshirt sweep sweet swim tablet taller tangled tap taps tasty teabag tear tease teeth tempted
terrible thankful thanks thermos thicker thinner thirsty thoughtful thread throat tickle tidy tie tiny
tip tired toast toaster toe toilet tolerate tomato tomatoes tongue toothache toothbrush toothpaste
totally tough towel toy trash treat trick tricky trip trousers trust tuck tummy tweet twice ugly umbrella
underwear unfair unfollow unfortunately unhappy unlock unlucky unpack unwind upset upstairs usual vacuum
vague vegetable veggies vent verb vibe visitor vote waffle wake walked wallet wander wardrobe warm warmth
washing waste wave weekday weekend weigh weight weird wet whatever whine whisper whiteboards window wink
winner wipe wish woke woken wonderful wood worn worried worry worse wound wrap wrinkle wrist wrong yawn
yeah yell yelled yes yesterday yoga yogurt youngest youth yuck yummy zip zipper
"""

CAPITALS = frozenset(_CAPITALS.split())
"""Words with a capital that tell nothing of a place."""
EVERYDAY = frozenset(_EVERYDAY.split())
"""Words that are rare in the corpus and common in talk."""
