extension Crisis {
    /// Other spellings, and what they are read as: slang, and what a shaking hand leaves out. `myself` may be two words.
    static let spellings = """
        wanna/wana/wannna: want to
        gonna/gunna/gona: going to
        tryna: trying to
        lemme: let me
        dnt: dont
        cudnt: couldnt
        anymor/nomore/anymre: anymore
        tonite/tonigt/tonght/tnight: tonight
        tomorow/tommorow/tommorrow/tmrw/tmr: tomorrow
        kil/kll/killl: kill
        killin: killing
        dieing/dyin: dying
        livin: living
        cuttin: cutting
        hurtin: hurting
        alve/aliv: alive
        mysef/mysel/myslef/meself/myselff: myself
        sucide/suicde/suiside/suicid/sucuide/suacide/suicied: suicide
        sucidal/suicdal/suicidel/suisidal/suicidial/sucidial: suicidal
        tryed: tried
        overdosd/overdozed/oded: overdosed
        becuz/cuz/coz: because
        """

    /// Phrases that mean something else: they are taken out of a text before it is compared with `patterns`, whose notation
    /// they share.
    static let idioms = """
        die/dying/died/dead ~ of/from laughter/laughing/embarrassment/boredom/shame/cringe/curiosity/hunger/thirst/heat/\
        jealousy/\
        shock
        die/dying/died laughing
        plant/plants/flowers/tomatoes/battery/phone/car/laptop/computer want/wants to die
        plant/plants/flower/flowers/tomato/tomatoes/basil/herbs/orchid/orchids/rose/roses/fern/ferns/cactus/succulent/\
        succulents/\
        seedlings/tree/trees/lawn/hedge/ivy/lettuce/strawberries/houseplant/houseplants/battery/batteries/phone/car/laptop/\
        computer/printer/boiler/fridge/freezer/engine/machine/router/wifi/internet/heating/radio/starter/dough ~ \
        want/wants/wanted/wish/wishes/decided/determined/lost/losing/gave/given/giving/deserves/ready/make ~ \
        die/live/survive/life/dead/night
        film/movie/book/novel/story/song/series/show/episode/scene/lyrics/opera/poem/documentary/thriller/podcast/drama/play/\
        game \
        about/where/when/with/on/deals/covers ~ ~ suicide/suicidal/overdose/overdoses/self/die/kill/kills/killed/killing/\
        hanged/\
        hangs/drowns ~ himself/herself/themselves/myself/harm?
        in the/a/this/that/my/her/his film/movie/book/novel/story/song/series/show/episode/scene/lyrics/opera/poem/play/game/\
        documentary ~ ~ ~ suicide/suicidal/die/kill/kills/killed/hang/hangs/hanged/drown/drowns/overdose/overdoses/slit/slits \
        himself/herself/themselves/myself?
        hero/heroine/villain/character/characters/actor/actress/protagonist/singer/romeo/juliet ~ ~ suicide/suicidal/die/kill/\
        kills/killed/hang/hangs/hanged/drown/drowns/wants ~ himself/herself/themselves/myself/die?
        joked/joking/jokes that/about? he/she/they/hed/shed/theyd/killing ~ ~ kill/die/hang/shoot/drown/jump/himself/herself \
        himself/herself/themselves/myself?
        kill/killing/hang/shoot/drown myself ~ ~ ~ \
        he/she/they/friend/boss/colleague/coworker/brother/sister/dad/mum/mom/husband/wife/son/daughter/partner/neighbour \
        joked/jokes/quipped/kidded
        dying to/for
        rather die than
        kill/killing/killed himself/herself/themselves laughing/over
        cut/hurt/burned/burnt/hit himself/herself/themselves/itself shaving/at/on/in/while/when/playing/cooking
        kill/killing/killed myself laughing/for/over/trying/studying/working/training/exercising
        killing myself to/at/with
        shoot/shooting myself in the foot
        drown/drowning/bury/burying myself in work/chocolate/tea/coffee/books/paperwork/sorrow/sorrows/wine/ice/study/studying
        hang/hanging myself out
        take/taking my life back/into/seriously/in
        career/political/social/commercial/professional/financial/economic/electoral/brand/was/sheer suicide
        cut/dyed/trimmed my hair/nails/fringe/grass
        pills/tablets for the/my trip/weekend/holiday/journey/flight/week
        letter/letters to my class/colleagues/team/boss/company/school/students/pupils
        play/played/playing/run/ran/did suicide/suicides
        overdose/overdosed/overdosing/od ~ on/of ~ chocolate/sugar/cake/coffee/caffeine/sun/sunshine/vitamin/vitamins/netflix/\
        tv/\
        christmas/sweets/candy/cheese/pizza/carbs/cuteness/ice/social/news/podcasts/books/music/nostalgia/garlic/turkey/\
        biscuits/\
        cookies/curry/salt/tea/popcorn/culture/deaths/prevention
        wake/waking/woken/woke up the/my/her/him/them/late/early/that/so/too/before/with/feeling/for/such/sick
        lost/losing/lose the will to live ~ in/during/at/on/with/watching/listening/reading/waiting
        so ~ lost the will to live
        not want/wanted/wanting to? die $/yet/alone/in/from/of/before/i/but/and/young/now/like/so
        die my/her/his/their hair/jumper/jeans/shirt
        be here in/at/with/for/on/when/while/by/today/now/early/late
        gone by/for/to/from/before
        bleed/bleeding/bled the/a
        suicide squad/mission/door/doors/prevention/awareness/sprint/sprints/drills/bomber/bombing/statistics/rates/burger/wings
        want/wanting/going/wanna/like to? live/living in/with/at/near/here/there/on/alone/by/off/somewhere/next/closer/abroad
        want/wanting to? hurt/cut/burn myself on/at/in/with the/my/a weights/stairs/gym/oven/stove/pan/knife/fence/ice/run/bike
        cutting myself shaving/slack/some/off/short/out
        tired/sick of life in/at
        exist/existing on
        take/taking/took/taken all of? my/the/these ~ pills/tablets/meds/medication/painkillers/medicine \
        with/before/after/along/to
        take/taking/took/taken all of? my/the/these ~ pills/tablets/meds/medication/painkillers/medicine at/in/on \
        time/breakfast/lunch/dinner/noon/night/bedtime/home/work/six/seven/eight/nine/ten/schedule/my/a/the/holiday
        jump/jumping off the/a pier/jetty/rock/rocks/boat/board/dock/wall/bench/swing
        jump/jumping in/into/on/onto/off/over the/a pool/lake/trampoline/sea/water/puddle/puddles/bus/shower/bed/car
        """

    /// Sentences in which a person says that they want to die or to harm themselves, in English: the whole list.
    ///
    /// One pattern a line, in lower case without apostrophes. `a/b`: one of these words. `a?`: may be missing. `~`: up to
    /// three words of any kind. `$`: the end of a sentence. `dont`, `wasnt` …: any verb with "not", or "not" alone. What someone
    /// says of a person they know is on the list too. A match is no diagnosis: it withholds the mood and shows a line.
    static let patterns = """
        kill/killing/unalive/unaliving/hang/hanging/drown/drowning/shoot/shooting/poison/poisoning/stab/stabbing/gas/\
        strangle/suffocate myself
        kms
        offing/off myself $
        suicide/suicidal/suicidally
        end/ending/ended my own? life
        end/ending my suffering/misery/existence
        end/ending it all? tonight/now/today/soon/tomorrow/forever/myself
        end/ending it all/once
        going/want/wants/wanted/ready/decided/planning/plan/need/rather/just/about to? end/ending it i/im/because/$
        want/going/could/should to? just? end it $
        take/taking/took my own life
        take/taking my life tonight/soon/now/because/$
        want/wanted/wanting/ready/planning/plan/decided/deserve/prefer/hope/hoping/wishing/longing/praying/beg to/too just? die
        want/wanted/wanting/wish/wishing to? be/being/was/were dead/nonexistent
        want/wanted/wish/wishing to? be/being/was/were gone forever/$
        wish/wishing i was/were/could ~ dead/die
        wish/wishing i had ~ died
        wish/wishing ~ had/was/were never/not ~ born
        wish/wishing i had/id never/not existed/woken/survived
        wish i didnt exist
        wish i wasnt/werent here/alive anymore?
        wish i wouldnt/didnt/dont ~ wake up
        wish/hope/pray god? would/will take me
        rather be dead
        better off dead
        better off without me
        better/easier/happier off? if i was/were/am not? dead/gone/here
        better/easier/happier off? if i died/disappeared
        better/easier/happier off? if i was/were not $/around/alive/born
        better/happier without me in? $
        hope/hoping/pray/praying/wish that? i dont/never/wont/didnt wake up
        hope/hoping/pray/praying/wish that? i just? die/died
        dont/didnt/not want/wanting to? wake/waking up anymore/ever/$
        dont/didnt/not want/wanting to? wake up again/tomorrow $
        never/not wake/waking up again/anymore/$
        sleep/asleep ~ never/not wake/waking up
        sleep forever $
        dont/didnt/not/never want/wanting/wanted to? live/living/exist/existing/survive
        dont/didnt/not want/wanting to? be here/around anymore/any/no/$
        dont/didnt/not want/wanting to? be alive
        dont/didnt/not want/wanting to? be on this earth/planet/world
        dont/didnt/not want/wanting to? go/carry on anymore/any/living/$
        no longer want/wanting/wish to live/exist/be/go
        cant/cannot go/keep/carry on living/anymore/$
        cant/cannot live anymore/any/$
        cant/cannot keep living
        no reason/point/purpose to/in/for/of? me? live/living/staying/stay/go/going/being/existing/existence alive/on/here? $
        no/any/single/another reason/point/purpose ~ to? live/living/existing/alive $
        no reason to live
        dont/cant/not/cannot see/think/find/have a/any/the/no? reason/point ~ to/in/of/for living/live/life/existing/being/\
        go/going/staying/stay on/alive? anymore/any? more? $
        nothing left? to live for
        lost/losing/no all? the/my? will to live
        dont deserve to live
        dont deserve to be alive
        ways to die/kill
        i need/want to die $
        better/easier to be dead
        put/putting an end to it/everything/my/myself all/life/$
        reason to keep going/living
        i end it $
        cant/keep/always ~ thinking about dying
        everyone/everybody a favor/favour if i died/disappeared
        dead by tomorrow/morning/tonight
        leave/leaving/left this world/earth $
        leave/leaving this world/earth behind/tonight/soon/forever
        nothing/not worth living for?
        life/living is not worth living/it
        life/living isnt worth living/it
        tired/sick/done/finished/exhausted of/with/from being alive
        tired/sick/done/finished/exhausted of/with/from? living/life/existing $
        tired/sick/done of/with living/life/existing and/anymore
        give/giving/given/gave up on living/life
        hate being alive
        stop/stopped/quit living/existing/breathing forever
        want/wish to not/stop exist/existing/living/breathing
        want/deserve/deserved/meant to be dead
        dont/not feel/feeling like living/existing
        stop/stopped being alive
        i should/must/ought to? just? die $
        tell/tells/telling/told me to kill/hurt/harm/cut myself
        tell/tells/telling/told me to jump/die
        been/started/back to? cutting again $
        enough ~ pills/tablets/medication/insulin to ~ end/kill/die/overdose
        miss/notice/care me? when i am/im dead/gone
        miss/notice/care me? when im dead/gone
        miss/notice/care ~ if i wasnt/werent/am/was/were not? here/around/alive/dead
        happier/better dead
        if i were/was dead
        i almost/nearly jumped/stepped/walked/drove ~ off/from/in/into/under ~ bridge/roof/balcony/train/traffic/truck/\
        lorry/wall/tree/river
        want/wanted/wanting/thinking/thought to/of/about crash/crashing my/the car
        life has no point/meaning/purpose
        cant/cannot/not live/survive/face another day
        wish/hope/hoping/beg ~ kill me
        want/wish someone/somebody/anyone to? kill me
        nearly/almost killed myself $/yesterday/last/again/tonight/today/and/with
        hope/hoping/wish ~ hit by a bus/car/truck/train/lorry
        let me die $
        beg/begging to die
        begging for death
        disappear and die
        rather die $
        if i die/died/disappeared/killed ~ no/nobody/noone/none
        my death would
        point of/in living/life/existing/existence $
        point of/in living/life/existing/existence anymore/any/if/when
        bear/stand/take living/life anymore/any/$
        bear/stand to? live anymore/any/$
        everyone/everybody/family/world/kids/children/they/friends/people ~ be/is better/happier off? without me
        no/nobody/noone one? would/will/even ~ miss/notice/care me? if/when i ~ died/die/disappeared/gone/dead/killed
        would anyone/anybody/someone ~ miss/notice/care if i ~ died/disappeared/gone/dead
        want/wanting/need/wish it/this all to just? end/stop/be over?
        want/wanting/need/wish everything to just? end/stop/be over? forever? $
        make it all stop/end
        bridge/roof/ledge/railing/balcony/edge/platform ~ want/wanted/wanting/thought/thinking/thoughts to/about/of jump/jumping
        cut/cutting/burn/burned/burnt/hurt/hit/scratched my ~ on purpose
        only way out is ~ die/death/dying/suicide/dead
        want this/my life to be/just? over/end
        dont/didnt/not care if/whether i live/lived or die/died
        death/dying sounds/seems/looks/feels so? peaceful/good/better/nice/easier/tempting
        swallow/swallowed/took/taken/take/taking/downed/drank a/an/the/my whole/entire/full bottle/box/pack/packet/strip/\
        blister/jar of ~ \
        pills/tablets/painkillers/paracetamol/acetaminophen/tylenol/ibuprofen/aspirin/meds/medication/antidepressants/\
        sertraline/\
        citalopram/fluoxetine/prozac/amitriptyline/quetiapine/lithium/codeine/tramadol/morphine/oxycodone/xanax/valium/\
        diazepam/\
        zopiclone/ambien/zolpidem/temazepam/lorazepam/insulin/propranolol/sedatives/them
        death/dying/dead would be/feel ~ relief/better/easier/welcome/peaceful/mercy
        self harm/harmed/harming/injure/injury/injuring/mutilate
        selfharm/selfharmed/selfharming
        harm/harming/harmed myself
        want/wanted/wanting/going/need/needed/urge/urges/thinking/thought/thoughts/plan/planning/tempted/started/keep/kept/\
        impulse/desire to/of/about? ~ hurt/hurting/cut/cutting/burn/burning/injure/injuring/punish myself
        want/going to hurt/cut/burn myself
        cut/cutting/hurt/hurting/burn/burned/burnt/burning/hit/hitting/scratched/injured myself again? on/deliberately/\
        intentionally/to purpose/feel/cope/punish/$
        cutting myself
        cut myself again/$
        cut/cutting my arm/arms/wrist/wrists/thigh/thighs/leg/legs again/open
        been/keep/stop/started/start/stopped/cant hurting/harming/burning/punishing/starving myself
        hurting myself again/on/$
        urge/urges/impulse/impulses to cut/die/bleed/jump/overdose
        until/till i/it/they bled/bleed
        use/using/used it on myself $
        thinking of cutting again/$
        relapsed ~ cut/cutting
        scared/afraid/might ~ hurt myself again/tonight/$
        not/dont feel? safe from/with myself
        cutting/cut/slit/slitting/slash/slashing/slice my wrists/wrist
        cutting/cut my arms/thighs/skin again/open/to
        overdose/overdosing on/tonight/again
        want/wanted/wanting/going/gonna/wanna/could/might/planning/plan/tempted/thinking/thought/tried of/about/to? \
        overdose/overdosing
        take/taking/took/taken an/another overdose
        od on my/the/these/pills
        want/wanted/going/could/wanna/gonna/thinking/thought/planning/about/tempted to/of/about? ~ take/taking/swallow/\
        swallowing all of? my/the/these/those ~ pills/tablets/meds/medication/painkillers/medicine
        swallow/swallowing/swallowed the/a whole/entire bottle/box/pack/packet/strip
        saving/saved/hoarding/hoarded/stockpiling/stockpiled up? ~ pills/tablets to/for/so
        throw/throwing myself off/under/out/from/in/into
        want/wanted/going/gonna/wanna/thought/thinking/thoughts/urge/plan/planning/could/tempted/imagine/keep/wanting/urges \
        to/of/about? ~ jump/jumping/step/stepping/drive/driving/walk/walking/run/running/lie/lying ~ off/from/in/into/out/\
        under ~ bridge/roof/building/balcony/window/train/traffic/truck/lorry/tube/cliff/tree/wall/river/lamppost
        my goodbye/farewell notes/letters
        my goodbye/farewell note/letter $
        written/wrote/writing my/a/the/our goodbye/final/last/farewell letter/letters/note/notes/message/messages to/$
        this/tonight/today is/will be? be? my last night/day/entry alive/ever
        last night/day alive
        last night/day on earth
        you/they ~ read this i will/ill be dead/gone
        you read this ill/im gone/dead
        by my own hand
        noose/rope ~ around/round my neck
        put/putting a gun/bullet to/in/through my head/mouth/brain/skull
        blow/blowing my brains out
        hung/hanged myself $/last/yesterday/in/from/but/and
        dont/not wish to? live/exist/be
        dont/not want/wish to? be alive
        rather/want/wish/prefer to? not ~ be alive
        rather/want/wish/prefer to? not exist/live/wake
        can/cannot/cant be alive $/anymore/any
        being alive hurts/is ~ much/unbearable/torture
        lost/losing/have/no ~ will/desire/wish/strength to live $/anymore/any/and/after
        no will to live
        not live any longer
        want/wish/rather/just/could/will to? ~ cease/stop to? exist/existing/breathing $
        cease to exist
        want/wish/wanted/could/will to? just? disappear/vanish/fade and? never/not/forever
        want/wish/hope/wanted/like/love/hoping to? ~ not ~ have to wake up $/again/ever/anymore/tomorrow
        not/never have to wake up again/ever/anymore $
        hate/hated/disappointed/upset/angry/sad/sorry that? i woke/survived/wake up? $/again/this/today
        wish i hadnt woken/survived
        why didnt i just? die
        why am i/im still alive/here $
        why im still alive
        should/shouldve/ought have/to? ~ died $/in/that/with/instead/then/when/too
        shouldnt be alive $/anymore
        should/shouldnt never/not/ever? have ~ been born
        wish ~ aborted me
        deserve/want/crave/pray/praying/long/longing/beg/wish/wishing to/for death
        pray/praying for death
        planning/planned/plan my own? death/suicide
        feel like dying $/today/tonight/again/every
        better/rather/want/wish/belong/be off? ~ six feet under
        better/rather/want/wish/belong off? ~ in the/a/my ground/grave/coffin
        want/going/ready/hope/wish to? ~ join/be ~ in heaven
        want/wants/ready ~ out of this? life $
        point/use of/in? going/carrying on $/anymore/any
        see/face another/tomorrow $
        want to? see/face tomorrow/another day? $
        another day of being/living/existing
        think/know if/how/that? i will/ill/can make it through/to the? night/tonight/morning
        wont be alive/here/around anymore/any/much/by/tomorrow/longer longer/christmas/morning/then/monday/$
        wont be alive
        wont live to? see/until/till ~ morning/tomorrow/another/night/week
        this is my goodbye/farewell $/to/everyone
        goodbye everyone/cruel this/i/world
        knife/blade/razor/gun/glass/scissors to/against/at/on my throat/wrist/wrists/neck/arm/arms/skin/chest/head/temple
        noose
        going to jump $
        going/about/ready/wanted to jump off/from ~ storey/story/bridge/roof/park/building/cliff/balcony/tower/block
        want/wanted/thought/thinking/thoughts/could/urge/tempted/going/felt/keep ~ to/about/of/into ~ \
        step/stepping/swerve/swerving/steer/steering ~ in/into/off ~ front/traffic/oncoming/tree/truck/lorry/train/wall/bridge
        walk/walking/swim/swimming into/out the/to? sea/ocean/river/lake/water and/until ~ never/not/drown
        walked/lay/lie/lying/laid/sat/stood/standing down? on/onto the tracks/rails $/and/until
        nearly/almost jumped $
        drink/drank/drunk/drinking ~ bleach/antifreeze/weedkiller $/and/last/tonight/again/because/to
        overdosed ~ on purpose
        overdosed on/with my/the/his/her/pills/tablets/paracetamol/tylenol/ibuprofen/aspirin/insulin/codeine/sleeping/meds
        i overdosed $/last/yesterday/again/today/this/in/twice/because/tonight
        deliberately/intentionally overdosed
        take/taking/took/taken/swallow/swallowed too many ~ on purpose
        take/taking/took/taken/swallow/swallowing/swallowed/swallows all/every/everything of? my/the/these/those? ~ \
        pills/tablets/meds/medication/painkillers/medicine/pill/tablet ~ at/in once/one
        swallowed/swallow all/every ~ pills/pill/tablets/tablet ~ $
        took/taken all the pills $
        want/wanted/going/could to? take/swallow every ~ pill/tablet/pills
        how many/much ~ pills/tablets/paracetamol/insulin ~ to ~ die/kill
        ways/way/how to ~ die/kill $
        painless ~ death/die/suicide
        enough ~ insulin/pills/tablets ~ kill/end me
        someone/somebody/anyone/please to? just? end me $
        better place without me
        death/dying/suicide ~ the/my only/best way/option/answer/solution/escape/choice out? 
        the only way/option/answer/escape/solution ~ is ~ death/dying/die/suicide
        be/get/finally/soon rid/free of me forever/soon/tonight/finally
        soon ~ rid/free of me
        soon ~ nobody/noone/not ~ have to worry/bother/deal/put ~ me
        am/im ending it/everything tonight/now/today/$
        cannot keep being alive
        god please/just? take me $/now/home/already
        pills/tablets/insulin ~ enough to kill me
        i/and should/ought to? be dead
        deserve/want/crave death $
        after/from tonight/tomorrow/today ~ they/everyone/everybody/you/nobody/noone/all ~ be/is happy/happier/free/better/rid/\
        relieved off? $/of/without
        they/everyone/everybody/you can/will/could all? ~ happy/happier/free/better ~ once/when/after im/i am/tonight? gone/\
        dead/$
        no/nobody/noone one? would/will/even ~ miss me $/anyway/if/when
        no/nobody/noone one? would/will/even ~ notice/care/mind if/when i ~ died/disappeared/gone/dead/killed
        will/ill/wont not? be a/your/their/his/her burden ~ anymore/any/after/longer/much
        not belong/deserve in/on this? world/earth $
        not deserve to exist/breathe
        find/found my body $/in/soon/tomorrow
        for after i am/im dead/gone $
        written/wrote ~ letters/letter ~ after/when i am/im dead
        thoughts of ending my
        want/wish/hope my ~ life to? end/ends/ended/over/was/would/be $/over/end
        hope/hoping/pray i ~ cancer/crashes/crash/killed/accident and ~ die
        hope/hoping/pray ~ crashes and i die
        end/ending/ended things tonight/forever/today/for/soon good/$
        could/should/might just? end it $
        clean/stopped/free from/of cutting $
        fresh/new cuts on my arm/arms/wrist/wrists/thigh/thighs
        cut/sliced/slashed/carved/slit up? my arms/wrist/wrists/thighs/veins $/last/tonight/yesterday/today/because/so/and/up/\
        open
        cut myself last/tonight/yesterday night/evening/$/because/and
        burn/burned/burnt/burning myself with ~ cigarette/cigarettes/lighter
        punch/punched/punching/scratch/scratching/bite/biting/hit/hitting/cut/cutting/starve/starving myself \
        until/because/to ~ bruised/bled/bruises/blood/death/feel/deserve/bleed
        bleed/bleeding out/to $/death
        friend/sister/brother/mum/mom/mother/dad/father/son/daughter/wife/husband/partner/girlfriend/boyfriend/cousin/uncle/\
        aunt/\
        nephew/niece/colleague/neighbour/neighbor/flatmate/roommate/ex/kid/child/student/mate/buddy/grandfather/grandmother/\
        grandad/grandma/fiance/fiancee/teacher ~ ~ kill/killed/killing/hang/hanged/hung/shot/harm/harming/harmed/cutting/cuts/\
        hurting/drowned/drown himself/herself/themselves/themself
        friend/sister/brother/mum/mom/mother/dad/father/son/daughter/wife/husband/partner/girlfriend/boyfriend/cousin/uncle/\
        aunt/\
        nephew/niece/colleague/ex/kid/child/student ~ wants/wanted/wishes/wish/said/says ~ to/she/he ~ die/dead
        friend/sister/brother/mum/mom/mother/dad/father/son/daughter/wife/husband/partner/girlfriend/boyfriend/cousin/uncle/\
        aunt/\
        nephew/niece/colleague/ex/kid/child ~ overdosed $/on/last/again
        told/tells/texted/called/confided/said/says me? that? he/she/they ~ want/wants/wanted/going/tried/planning/plans ~ \
        kill/killing/hurt/harm/hang/cut/end himself/herself/themselves/it/everything
        told/tells/texted/confided me that? he/she/they want/wants/wanted to die
        wake/woke up ~ wish/wished i had not $
        took/taken/take/taking/swallowed/swallow/swallowing a? ten/fifteen/twenty/thirty/forty/fifty/sixty/hundred/handful/\
        fistful/\
        load/loads/bunch/lot/dozens of? my? ~ pills/tablets/painkillers/paracetamol/meds/medication/sleeping
        favor/favour if i was/were/am not? gone/dead/here
        picture/picturing/imagine/imagining/see/seeing myself dead/dying/hanging
        platform/edge/roof/bridge/ledge/cliff ~ want/wanted/nearly/almost/thought ~ to/of/about? step/stepping/fall/falling \
        off/in
        wish/wished ~ had hit/killed/finished me
        hope/hoping/pray/praying ~ takes/kills/kill/finishes me $/quickly/soon/tonight/fast
        point of/in being alive
        no/any point/purpose/meaning to/in my life $/anymore/any/now
        sleep/asleep ~ never/not wake $/again/anymore
        not going to be alive
        not be alive next/by/for/when/this
        i/ive/have been cutting $/for/since/again/every
        i hurt/harmed myself again/tonight $/deeper/deeply/worse/tonight/last/and/because/so
        want/need/wanted to bleed $/again
        danger to myself
        not trust myself tonight/alone/$
        not trust myself ~ pills/tablets/knife/knives/razor/razors/blade/blades/tonight
        let me not wake
        better/easier/best/simpler ~ if i just? died/disappeared/vanished
        please just? kill me $/i/now
        kill me please
        want/wanted/thought/thinking/thoughts/could/urge/tempted/keep ~ drive/driving/swerve/swerving off ~ road
        not ~ want to be alive
        want/need to cut $/so/again/badly/deep/tonight
        took/taken/take/swallowed my whole/entire prescription/supply/stash
        not want to see the morning/sunrise $
        not want to keep/go/carry on? living/existing
        had enough of being/living alive/$
        slit/slits/slashed her/his/their/my wrists/wrist
        do/doing something/anything to myself
        """
}
