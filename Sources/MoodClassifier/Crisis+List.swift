extension Crisis {
    /// Phrases that mean something else: they are taken out of a text before it is compared with `patterns`, whose notation
    /// they share.
    static let idioms = """
        die/dying/died ~ of/from laughter/laughing/embarrassment/boredom/shame/cringe/curiosity/hunger/thirst/heat/jealousy/\
        shock
        die/dying/died laughing
        plant/plants/flowers/tomatoes/battery/phone/car/laptop/computer want/wants to die
        dying to/for
        rather die than
        kill/killing/killed myself laughing/for/over/trying/studying/working/training/exercising
        killing myself to/at/with
        shoot/shooting myself in the foot
        drown/drowning/bury/burying myself in work/chocolate/tea/coffee/books/paperwork/sorrow/sorrows/wine/ice/study/studying
        hang/hanging myself out
        take/taking my life back/into/seriously/in
        career/political/social/commercial/professional/financial/economic/electoral/brand/was/sheer suicide
        suicide squad/mission/door/doors/prevention/awareness/sprint/sprints/drills/bomber/bombing/statistics/rates/burger/wings
        want/wanting/going/wanna/like to? live/living in/with/at/near/there/on/alone/by/off/somewhere/next/closer/abroad
        want/wanting to? hurt/cut/burn myself on/at/in/with the/my/a weights/stairs/gym/oven/stove/pan/knife/fence/ice/run/bike
        cutting myself shaving/slack/some/off/short/out
        tired/sick of life in/at
        exist/existing on
        take/taking all of? my/the/these ~ pills/tablets/meds/medication/painkillers/medicine with/at/in/before/after/on/along
        jump/jumping off the/a pier/jetty/rock/rocks/boat/board/dock/wall/bench/swing
        """

    /// Sentences in which a person says that they want to die or to harm themselves, in English: the whole list.
    ///
    /// One pattern a line, in lower case without apostrophes. `a/b`: one of these words. `a?`: may be missing. `~`: up to
    /// three words of any kind. `$`: the end of a sentence. A match is no diagnosis: it withholds the mood and shows a line.
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
        gonna/wanna end it $
        take/taking/took my own life
        take/taking my life tonight/soon/now/because/$
        want/wanted/wanting/ready/planning/plan/decided/deserve/prefer/hope/hoping/wishing/longing/praying to just? die
        wanna die
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
        better/easier/happier off? if i died/disappeared/werent/wasnt
        better/happier without me in? $
        hope/hoping/pray/praying/wish that? i dont/never/wont/didnt wake up
        hope/hoping/pray/praying/wish that? i just? die/died
        dont/didnt/not want/wanting to? wake/waking up anymore/ever/$
        dont/didnt/not want/wanting to? wake up again/tomorrow $
        never/not wake/waking up again/anymore/$
        sleep/asleep ~ never/not wake/waking up
        sleep forever $
        dont/didnt/not/never want/wanting/wanted to? live/living/exist/existing/survive
        dont/didnt wanna live/exist/be alive
        dont/didnt/not want/wanting to? be here/around anymore/any
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
        swallowed/took/taken a/an/the whole/entire/full bottle/box/pack/packet/strip of my? pills/tablets/painkillers/\
        paracetamol/ibuprofen/aspirin/meds
        death/dying/dead would be/feel ~ relief/better/easier/welcome/peaceful/mercy
        self harm/harmed/harming/injure/injury/injuring/mutilate
        selfharm/selfharmed/selfharming
        harm/harming/harmed myself
        want/wanted/wanting/going/need/needed/urge/urges/thinking/thought/thoughts/plan/planning/tempted/started/keep/kept/\
        impulse/desire to/of/about? ~ hurt/hurting/cut/cutting/burn/burning/injure/injuring/punish myself
        wanna/gonna hurt/cut/burn myself
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
        swallow/swallowing the whole/entire bottle/box/pack/packet
        take/taking the whole/entire bottle/box/pack/packet of my? pills/tablets/painkillers
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
        """
}
