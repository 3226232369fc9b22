extension Template {
    /// Templates that come with the program. They are added as the owner's own, to be changed at will.
    package static let packs = [
        Template(
            name: "Gratitude",
            text: """
                ## Gratitude
                - {{One good thing about today, however small}}
                - {{Another one}}
                - {{And a third}}

                {{Who had a part in one of them, and how?}}
                """),
        Template(
            name: "Five minutes",
            text: """
                ## Five minutes
                **How I am:** {{How are you right now, in one sentence?}}
                **What happened:** {{What was today about?}}
                **What stays:** {{What do you want to remember of it?}}
                **Tomorrow:** {{What would make tomorrow a good day?}}
                """),
        Template(
            name: "Thought record",
            text: """
                ## Thought record
                **Situation:** {{What happened? Where, when, with whom?}}
                **Feeling:** {{What did you feel, and how strongly, from 0 to 100?}}
                **Thought:** {{What went through your mind? Which thought hurt most?}}
                **What speaks for it:** {{What facts support this thought?}}
                **What speaks against it:** {{What facts do not fit it?}}
                **Another view:** {{How would you see it if it had happened to a friend?}}
                **Feeling now:** {{How strong is the feeling now, from 0 to 100?}}
                """),
        Template(
            name: "Recovery",
            text: """
                ## Recovery
                **Today:** {{How did today go?}}
                **Hard moment:** {{Was there an urge? When, and what came before it?}}
                **What I did:** {{What did you do then, and what helped?}}
                **Who was there:** {{Whom did you talk to, or could you talk to?}}
                **Proud of:** {{What did you do today that you would thank a friend for?}}
                **Next 24 hours:** {{What is your plan until this time tomorrow?}}
                """),
    ]
}
